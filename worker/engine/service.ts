/**
 * The service: at most one open wallet, and how wallets are made, opened and closed.
 *
 * Failures are as monero-wallet-rpc reports them: `RpcError` with its codes and messages.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { inTime } from './in-time.ts'
import { wipeSecrets } from './keys/account.ts'
import { newWalletHeight } from './keys/restore-height.ts'
import type { NewKeys } from './keys/new-keys.ts'
import type { Daemon, DaemonAddress, Ports, RecordStore, WalletFileProblem } from './ports.ts'
import { memoryRecords } from './store/memory-records.ts'
import { notStored, storageWord, WalletDamaged, WrongPassword } from './store/problems.ts'
import type { WalletInfo } from './store/records.ts'
import { Store } from './store/store.ts'
import { Vault } from './store/vault.ts'
import { Turns } from './turns.ts'
import { Wallet, type WalletParts } from './wallet.ts'

export type ServiceOptions = {
  ports: Ports
  /** Of all its wallets; undefined takes wallets of any, and new ones as the daemon says. */
  network?: Network | undefined
  /** Refuses what changes or reveals anything. @see monero --restricted-rpc */
  restricted?: boolean
  /** Whether wallets may be made and opened by name. @see monero --wallet-dir */
  walletDir?: boolean
  /** The daemon that every wallet starts with. */
  daemon?: DaemonAddress | undefined
  /** Subaddresses watched ahead in new wallets. As monero-wallet-cli's --subaddress-lookahead. */
  lookahead?: WalletInfo['lookahead'] | undefined
  /** Seconds between refreshes; 0 for none. A wallet that opens takes over the one before it. */
  autoRefresh?: number
}

/** What a new wallet is made of. */
export type NewWallet = NewKeys & {
  name: string
  password: string
  network: Network
  restoreHeight: bigint
}

/** Subaddresses watched ahead. @see monero src/wallet/wallet2.h SUBADDRESS_LOOKAHEAD_MAJOR */
const defaultLookahead = { accounts: 50, addresses: 200 }

export class Service {
  readonly ports: Ports
  readonly network: Network | undefined
  readonly restricted: boolean
  readonly walletDir: boolean
  readonly daemon: DaemonAddress | undefined
  readonly lookahead: WalletInfo['lookahead']
  /** Resolves when `stop` was asked for; the host then ends. */
  readonly stopped: Promise<void>

  #autoRefresh: number
  #wallet: Wallet | undefined
  #resolveStopped!: () => void
  readonly #turns = new Turns()
  readonly #watchers = new Set<(wallet: Wallet | undefined) => void>()

  constructor(options: ServiceOptions) {
    this.ports = options.ports
    this.network = options.network
    this.restricted = options.restricted ?? false
    this.walletDir = options.walletDir ?? true
    this.daemon = options.daemon
    this.lookahead = options.lookahead ?? defaultLookahead
    this.#autoRefresh = options.autoRefresh ?? 0
    this.stopped = new Promise((resolve) => (this.#resolveStopped = resolve))
  }

  get wallet(): Wallet | undefined {
    return this.#wallet
  }

  /** How often wallets refresh by themselves, this one and later ones, in seconds; 0: never. */
  autoRefresh(period: number): void {
    this.#autoRefresh = period
    this.#wallet?.autoRefresh.start(period)
  }

  /** Calls `watcher` with the open wallet, now and whenever another opens or it closes. */
  watch(watcher: (wallet: Wallet | undefined) => void): () => void {
    this.#watchers.add(watcher)
    watcher(this.#wallet)
    return () => this.#watchers.delete(watcher)
  }

  /** Makes changes of the open wallet one at a time: create, open, close. */
  change<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#turns.take(task)
  }

  /**
   * Makes a wallet and opens it in place of the one open now, which is closed.
   *
   * @param wanted - Its secrets are the wallet's from now on: wiped when it closes, or is not made.
   * @throws {RpcError} WALLET_ALREADY_EXISTS when the name is taken; nothing has changed then.
   */
  async create(wanted: NewWallet): Promise<Wallet> {
    const wallet = await this.#create(wanted).catch((error: unknown) => {
      wipeSecrets(wanted.secrets)
      throw error
    })
    await this.#replaceBy(wallet)
    return wallet
  }

  /**
   * Opens a wallet in place of the one open now, which is closed.
   *
   * @throws {RpcError} UNKNOWN_ERROR, whatever the reason, as monero does; the open wallet stays.
   */
  async open(name: string, password: string): Promise<Wallet> {
    // Its lock is ours already: it is closed first, unless the password is wrong.
    if (this.#wallet?.name === name && name !== '') {
      if (!(await this.#wallet.verifyPassword(password))) throw wrongPassword()
      await this.close()
    }
    const records = await this.ports.files.open(name).catch((error: unknown) => {
      throw notOpened(`${openProblems.damaged(name)}: ${storageWord(error)}`, 'damaged')
    })
    if (typeof records === 'string') throw notOpened(openProblems[records](name), records)
    const wallet = await this.#read(records, name, password).catch(async (error: unknown) => {
      await records.close()
      if (error instanceof WrongPassword) throw wrongPassword()
      if (error instanceof WalletDamaged) throw notOpened(error.message, 'damaged')
      throw error
    })
    await this.#replaceBy(wallet)
    return wallet
  }

  /** Closes the open wallet, if there is one. */
  async close(): Promise<void> {
    await this.#replaceBy(undefined)
  }

  /** Puts the open wallet's files in place and tells the host to end. */
  async stop(): Promise<void> {
    await this.#wallet?.save()
    this.#resolveStopped()
  }

  /** Height at which a wallet made now begins to scan: asked of the daemon, estimated without. */
  heightForNewWallet(network: Network): Promise<bigint> {
    return this.withDaemon((daemon) => newWalletHeight(network, this.ports.clock, daemon))
  }

  /** The network of a wallet made now: ours, or the daemon's, or mainnet when it does not answer. */
  async networkForNewWallet(): Promise<Network> {
    return this.network ?? (await this.daemonNetwork()) ?? 'mainnet'
  }

  /** The daemon's network; undefined when it does not answer soon. */
  daemonNetwork(): Promise<Network | undefined> {
    return this.withDaemon(async (daemon) => {
      const info = daemon && (await inTime(this.ports.clock, patienceMs, daemon.json.get_info({})))
      return networks.find((known) => known === info?.nettype)
    })
  }

  /** Runs `ask` with a connection to the default daemon, without one where none is configured. */
  async withDaemon<T>(ask: (daemon: Daemon | undefined) => Promise<T>): Promise<T> {
    const daemon = this.daemon && this.ports.connect(this.daemon)
    try {
      return await ask(daemon)
    } finally {
      daemon?.close()
    }
  }

  async #create(wanted: NewWallet): Promise<Wallet> {
    const records = wanted.name === '' ? memoryRecords() : await this.#newRecords(wanted.name)
    if (records === 'exists')
      throw new RpcError('WALLET_ALREADY_EXISTS', 'Cannot create wallet. Already exists.')
    return this.#firstWrite(records, wanted).catch(async (error: unknown) => {
      await records.close()
      if (wanted.name !== '') await this.ports.files.remove(wanted.name)
      throw error
    })
  }

  async #newRecords(name: string) {
    try {
      return await this.ports.files.create(name)
    } catch (error) {
      throw notStored(error)
    }
  }

  async #firstWrite(records: RecordStore, wanted: NewWallet) {
    const { ports } = this
    const { name, password, network, restoreHeight } = wanted
    const { secrets, seedLanguage, deterministic } = wanted
    const vault = await Vault.create(ports, records, password)
    const store = new Store((changes) => vault.persist(changes))
    const keep = store.commit((change) => {
      change.put(store.secrets, 'keys', secrets)
      change.put(store.info, 'wallet', {
        network,
        kind: secrets.spendSecret ? 'full' : 'view-only',
        restoreHeight,
        createdAt: ports.clock.now(),
        seedLanguage,
        deterministic,
        lookahead: this.lookahead,
      })
    })
    return this.#made({ name, ports, store, vault, records }, keep)
  }

  async #read(records: RecordStore, name: string, password: string) {
    const { ports } = this
    // The vault comes after the store it fills; no commit happens before both are there.
    const store: Store = new Store((changes) => vault.persist(changes))
    const vault = await Vault.open(ports, records, password, store)
    const wallet = await this.#made({ name, ports, store, vault, records })
    if (wallet.network === (this.network ?? wallet.network)) return wallet
    await wallet.close()
    throw notOpened(`${wallet.network} wallet cannot be opened as ${this.network} wallet`)
  }

  // Keys of a wallet that comes to nothing stay nowhere.
  async #made(parts: WalletParts, kept: Promise<void> = Promise.resolve()) {
    try {
      await kept
      const wallet = new Wallet(parts)
      await wallet.prepare()
      return wallet
    } catch (error) {
      parts.store.wipe()
      parts.vault.wipe()
      throw error
    }
  }

  // The new one is open: what goes wrong with the one before must not undo that.
  async #replaceBy(wallet: Wallet | undefined) {
    const before = this.#wallet
    this.#wallet = wallet
    if (wallet && this.daemon) wallet.setDaemon(this.daemon)
    wallet?.autoRefresh.start(this.#autoRefresh)
    await before?.close().catch((error: Error) => {
      this.ports.log('error', `closing the wallet before: ${error.name}`)
    })
    for (const watcher of this.#watchers) watcher(wallet)
  }
}

const networks: readonly Network[] = ['mainnet', 'testnet', 'stagenet', 'fakechain']

/** How long a page waits to learn which network it is on. */
const patienceMs = 3_000

/** @see monero src/wallet/wallet2.cpp wallet2::load, src/wallet/wallet_errors.h */
const openProblems: Record<WalletFileProblem, (name: string) => string> = {
  missing: (name) => `file not found "${name}.keys"`,
  'in use': (name) => `internal error: "${name}.keys" is opened by another wallet program`,
  damaged: (name) => `file read error "${name}.keys"`,
}

/** Every reason has the same code in monero; `data` lets the page tell them apart. */
const notOpened = (why: string, data?: string) =>
  new RpcError('UNKNOWN_ERROR', `Failed to open wallet : ${why}`, data)

const wrongPassword = () => notOpened('Invalid password.', 'wrong password')
