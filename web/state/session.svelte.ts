import { createContext } from 'svelte'
import type { HostEvent } from '../../worker/hosts/host.ts'
import type { WireError } from '../../worker/rpc/wire-error.ts'
import { walletClient, type WalletClient } from '../client.ts'
import { startWorker, type WalletHost } from '../worker.ts'
import { storedThreads, storeThreads } from './scan-threads.ts'
import { WalletState } from './wallet.svelte.ts'

/** The worker, which wallets it keeps, and the open one. One for the page. */
export class Session {
  readonly host: WalletHost
  readonly client: WalletClient
  state = $state.raw<Awaited<ReturnType<WalletClient['get_state']>>>()
  wallet = $state.raw<WalletState>()
  /** Whether the daemon answered last; `undefined` before the first answer. */
  online = $state<boolean>()
  /** Why nothing came of what it answered. */
  trouble = $state.raw<WireError>()
  /** A wallet is being made; it is shown once the person has confirmed its seed. */
  making = $state(false)
  /** A payment is under way, or a seed is being written down: nothing may reload the page. */
  busy = $derived.by(() => this.making || this.#reviewing || this.paying)
  #reviewing = $state(false)
  /** Payments on their way to the node, also when their screen was left meanwhile. */
  #leaving = $state(0)
  paying = $derived(this.#leaving > 0)
  /** After how many minutes without use the wallet was locked, where no person did it. */
  lockedAfter = $state<number>()
  /** Why the worker could not start. */
  error = $state<string>()
  /** How often the worker was asked how it stands. */
  #looks = 0

  constructor() {
    this.host = startWorker((event) => this.#onEvent(event))
    this.client = walletClient((name, params) => this.host.call(name, params))
  }

  async start() {
    try {
      await this.client.set_scan_threads({ count: storedThreads() })
      await this.#look()
    } catch {
      this.error = 'The wallet engine could not start in this browser.'
    }
  }

  /** Says whether a payment is in hand on the screen. */
  guard(reviewing: boolean) {
    this.#reviewing = reviewing
  }

  /** Sends what was reviewed. */
  send(reviewId: string) {
    return this.undisturbed(() => this.client.send_reviewed({ id: reviewId }))
  }

  /** Does what may pay: until it is done nothing reloads the page. */
  async undisturbed<T>(task: () => Promise<T>): Promise<T> {
    this.#leaving++
    try {
      return await task()
    } finally {
      this.#leaving--
    }
  }

  /** Scans with `count` threads from now on; undefined for one a core. Kept in this browser. */
  async scanWith(count: number | undefined) {
    storeThreads(count)
    await this.client.set_scan_threads({ count })
    await this.#look()
  }

  /** Opens a wallet by its name; throws the wallet's error, as for a wrong password. */
  async open(filename: string, password: string) {
    await this.client.open_wallet({ filename, password })
    this.lockedAfter = undefined
    await this.#look()
  }

  /** After a wallet was created or restored, which leaves it open. */
  async opened() {
    this.making = false
    // Asked once there is something to lose; the browser may say no, and then may evict it.
    await navigator.storage?.persist?.()
    await this.#look()
  }

  /** @throws {RpcError} INVALID_PASSWORD when it is not the open wallet's. */
  async checkPassword(password: string) {
    await this.client.check_password({ password })
  }

  /**
   * Stores and closes the wallet; its keys leave the worker's memory.
   *
   * @param minutes - Left out where a person locks it.
   */
  async lock(minutes?: number) {
    await this.client.close_wallet({})
    this.lockedAfter = minutes
    await this.#look()
  }

  async #look() {
    const look = ++this.#looks
    const state = await this.client.get_state({})
    // It waits for the node where no wallet is open: one may be by now, and was looked at.
    if (look !== this.#looks) return
    this.state = state
    if (state.open === this.wallet?.name) return
    this.wallet = state.open === undefined ? undefined : new WalletState(this, state.open)
    this.wallet?.begin()
  }

  /** What was closed leaves the screen at once. */
  #onWallet(open: string | undefined) {
    if (this.wallet?.name !== open) this.wallet = undefined
    void this.#look()
  }

  #onEvent(event: HostEvent) {
    if (event.kind === 'wallet') this.#onWallet(event.open)
    else if (event.kind === 'connection') ({ online: this.online, problem: this.trouble } = event)
    else this.wallet?.onEvent(event)
  }
}

export const [useSession, provideSession] = createContext<Session>()
