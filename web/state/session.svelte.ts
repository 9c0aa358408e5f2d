import { createContext } from 'svelte'
import type { HostEvent } from '../../worker/hosts/host.ts'
import { RpcError } from '#protocol/errors.ts'
import { walletNameFault, walletNameOf } from '#protocol/wallet-name.ts'
import type { WireError } from '../../worker/rpc/wire-error.ts'
import { callsOf, walletClient, type WalletClient } from '../client.ts'
import { errorText } from '../format/error-text.ts'
import { startWorker, type WalletHost } from '../worker.ts'
import { storedNode, storeNode } from '../trust/chosen-node.ts'
import { isDeviceOffline, storeDeviceOffline } from './stored/offline-mode.ts'
import { storedComparedFeed } from './stored/compared-feed.ts'
import { storedFeedBudget } from './stored/feed-cache.ts'
import { storedScanFeed } from './stored/scan-feed.ts'
import { storedThreads, storeThreads } from './stored/scan-threads.ts'
import { isWithoutWallets } from './stored/wallet-database.ts'
import { wantsWholeBlocks } from './stored/whole-blocks.ts'
import { walletMarks } from './wallet-marks.svelte.ts'
import { storedWorkCheck, storeWorkCheck } from './stored/work-check.ts'
import { WalletState } from './wallet.svelte.ts'

/** The worker, its wallets, and the open wallet. The page has one session. */
export class Session {
  readonly host: WalletHost
  readonly client: WalletClient
  state = $state.raw<Awaited<ReturnType<WalletClient['get_state']>>>()
  /** Names of the wallets in this browser; undefined until they are known, which is before the state is. */
  wallets = $state.raw<readonly string[]>()
  wallet = $state.raw<WalletState>()
  /** Whether the daemon answered the last request; `undefined` before the first answer. */
  online = $state<boolean>()
  /** Why the daemon's last answer could not be used. */
  problem = $state.raw<WireError>()
  /** A wallet is being created. It is shown after the user has confirmed its seed. */
  making = $state(false)
  /** A payment or the creation of a wallet is in progress: nothing may reload the page. */
  busy = $derived.by(() => this.making || this.#reviewing || this.paying)
  #reviewing = $state(false)
  /** Number of payments that are being sent, even if the user has left their screen. */
  #sending = $state(0)
  paying = $derived(this.#sending > 0)
  /** Minutes of inactivity after which the wallet was locked; undefined if the user locked it. */
  lockedAfter = $state<number>()
  /** Why the last wallet was closed: its storage is gone. */
  lost = $state<string>()
  /** The wallet that the entrance asks the password of: the last open one, or the one chosen there. */
  next = $state<string>()
  /** What the entrance starts with instead. */
  way = $state<'create' | 'restore'>()
  /** The node that wallets use; empty for that of the page's server. */
  node = $state(storedNode())
  /** Why the worker could not start. */
  error = $state<string>()
  /** Number of requests for the worker's state: an answer to an old request is ignored. */
  #stateRequests = 0

  constructor() {
    void this.#lookForWallets()
    this.host = startWorker((event) => this.#onEvent(event))
    this.client = walletClient(callsOf(this.host))
  }

  /** Resolves when the engine has started, or when the error is known. */
  async start() {
    try {
      // All at once and in this order: what the user starts meanwhile comes after the settings. The first of them
      // decides whether the others may query the node.
      await Promise.all([...this.#settings(), this.readWallets(), this.#readState()])
    } catch (error) {
      // Storage that does not open says why.
      const isExplained = error instanceof RpcError && error.reason === 'UNKNOWN_ERROR'
      this.error = isExplained
        ? error.message
        : 'The wallet engine could not start in this browser.'
    }
  }

  #settings(): Promise<unknown>[] {
    const { client } = this
    const on = storedWorkCheck()
    const feed = storedScanFeed()
    const address = storedComparedFeed()
    const budget = storedFeedBudget()
    return [
      ...(isDeviceOffline() ? [client.set_offline({ enabled: true })] : []),
      client.set_scan_threads({ count: storedThreads() }),
      client.set_whole_blocks({ enabled: wantsWholeBlocks() }),
      ...(feed === undefined ? [] : [client.set_scan_feed(feed)]),
      ...(address === '' ? [] : [client.set_compared_feed({ address })]),
      ...(budget === undefined ? [] : [client.set_feed_cache({ bytes: BigInt(budget) })]),
      ...(on === undefined ? [] : [client.set_work_check({ on })]),
      ...(this.node === '' ? [] : [client.choose_node({ address: this.node })]),
    ]
  }

  /** A new user need not wait for the engine. */
  async #lookForWallets() {
    if (await isWithoutWallets()) this.wallets ??= []
  }

  /** Sets whether the screen shows a payment that is not sent. */
  guard(reviewing: boolean) {
    this.#reviewing = reviewing
  }

  /** Sends a reviewed payment. */
  send(reviewId: string) {
    return this.withoutReload(() => this.client.send_reviewed({ id: reviewId }))
  }

  /** Runs a task that may send a payment. The page is not reloaded before it ends. */
  async withoutReload<T>(task: () => Promise<T>): Promise<T> {
    this.#sending++
    try {
      return await task()
    } finally {
      this.#sending--
    }
  }

  /** Sets the number of scan threads; undefined for one per core. The setting is stored in this browser. */
  async scanWith(count: number | undefined) {
    storeThreads(count)
    await this.client.set_scan_threads({ count })
    await this.#readState()
  }

  /** Connects the open wallet and later ones to a node. It is stored in this browser. @throws {RpcError} */
  async chooseNode(address: string) {
    await this.client.choose_node({ address })
    storeNode(address)
    this.node = address
    await this.#readState()
  }

  /** Switches checks of proofs of work on or off. The setting is stored in this browser. */
  async checkWork(on: boolean) {
    storeWorkCheck(on)
    await this.client.set_work_check({ on })
    await this.#readState()
  }

  /** Sets how many accounts and addresses of the open wallet are watched beyond the last used ones. @throws {RpcError} */
  async watchAddresses(
    { accounts, addresses }: { accounts: number; addresses: number },
    password: string,
  ) {
    const lookahead = { major_idx: accounts, minor_idx: addresses }
    await this.client.set_subaddress_lookahead({ ...lookahead, password })
    await this.#readState()
  }

  /** Sets whether the open wallet makes no request to a node. The wallet stores it. */
  async keepOffline(enabled: boolean) {
    await this.client.keep_offline({ enabled })
    await this.#readState()
  }

  /** Sets whether no wallet of this browser makes a request to a node. It is stored in this browser. */
  async keepDeviceOffline(enabled: boolean) {
    storeDeviceOffline(enabled)
    await this.client.set_offline({ enabled })
    await this.#readState()
  }

  /** Runs the creation of a wallet. If that is kept offline, nothing queries the node in the meantime. */
  async createWallet<T>(offline: boolean, create: () => Promise<T>): Promise<T> {
    if (!offline) return create()
    await this.client.set_offline({ enabled: true })
    try {
      const created = await create()
      await this.client.keep_offline({ enabled: true })
      return created
    } finally {
      await this.client.set_offline({ enabled: isDeviceOffline() })
    }
  }

  /**
   * Opens a wallet by its name.
   *
   * @param repair - Whether records that were changed outside this program are accepted.
   * @throws {RpcError} For example for a wrong password.
   */
  async open(filename: string, password: string, repair = false) {
    await this.client.open_wallet({ filename, password, repair })
    this.lockedAfter = undefined
    await this.#readState()
  }

  /** Opens a wallet by the secret of its passkey, in hex. @throws {RpcError} */
  async openByPasskey(filename: string, secret: string) {
    await this.client.open_by_passkey({ filename, secret })
    this.lockedAfter = undefined
    await this.#readState()
  }

  /** Updates the session after a wallet was created or restored, which also opens it. */
  async opened() {
    this.making = false
    // Requested once there is data to lose. Without this permission, the browser may delete it.
    await navigator.storage?.persist?.()
    await this.#readState()
  }

  /** @throws {RpcError} INVALID_PASSWORD for a password other than that of the open wallet. */
  async checkPassword(password: string) {
    await this.client.check_password({ password })
  }

  /**
   * Stores and closes the wallet; its keys leave the worker's memory.
   *
   * @param minutes - Minutes of inactivity; undefined if the user locks the wallet.
   */
  async lock(minutes?: number) {
    await this.client.close_wallet({})
    this.lockedAfter = minutes
    await this.#readState()
  }

  /**
   * Locks the wallet for another one, and shows the entrance.
   *
   * @param to.wallet - The wallet whose password is asked next.
   * @param to.way - Or how another one is added.
   * @throws {RpcError} While a payment is being sent.
   */
  async leave({ wallet, way }: { wallet?: string; way?: 'create' | 'restore' }) {
    if (this.paying)
      throw new RpcError('UNKNOWN_ERROR', 'A payment is being sent. Try again when it is sent.')
    this.way = way
    this.next = wallet ?? this.next
    await this.lock()
  }

  /** Why a text cannot name a wallet. @param own - The present name of that wallet, if it has one. */
  nameFault(text: string, own?: string) {
    const others = this.wallets?.filter((name) => name !== own)
    return walletNameFault(walletNameOf(text), others ?? [])
  }

  /** A name for a new wallet: the first one, with a number if that is taken. */
  freeName(first: string): string {
    let name = first
    for (let number = 2; this.nameFault(name) === 'taken'; number++) name = `${first} ${number}`
    return name
  }

  /** Reads the names of the wallets, which other tabs may have changed. */
  async readWallets() {
    this.wallets = (await this.client.list_wallets({})).wallets
  }

  /** Gives a closed wallet another name. It keeps its mark. @returns The name. */
  async renameWallet(filename: string, text: string): Promise<string> {
    const name = walletNameOf(text)
    this.wallets = (await this.client.rename_wallet({ filename, name })).wallets
    walletMarks.rename(filename, name)
    return name
  }

  /** Removes a closed wallet, and what the page stores about it. */
  async removeWallet(filename: string) {
    this.wallets = (await this.client.remove_wallet({ filename })).wallets
    walletMarks.remove(filename)
  }

  async #readState() {
    const request = ++this.#stateRequests
    const state = await this.client.get_state({})
    // Without an open wallet, the answer waits for the node. Meanwhile a wallet may have been opened.
    if (request !== this.#stateRequests) return
    this.state = state
    this.wallets = state.wallets
    if (state.open !== undefined) this.lost = undefined
    if (state.open === this.wallet?.name) return
    this.wallet = state.open === undefined ? undefined : new WalletState(this, state.open)
    if (!this.wallet) return
    this.next = state.open
    this.way = undefined
    this.wallet.begin()
  }

  /** Removes a closed wallet from the screen at once. */
  #onWallet(open: string | undefined) {
    if (this.wallet?.name !== open) this.wallet = undefined
    // Storage that is gone may not be readable.
    this.#readState().catch((error: unknown) => (this.lost ??= errorText(error)))
  }

  #onEvent(event: HostEvent) {
    if (event.kind === 'wallet') {
      this.lost = event.lost ?? this.lost
      this.#onWallet(event.open)
    } else if (event.kind === 'connection') ({ online: this.online, problem: this.problem } = event)
    else this.wallet?.onEvent(event)
  }
}

export const [useSession, provideSession] = createContext<Session>()
