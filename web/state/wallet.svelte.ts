import { createContext } from 'svelte'
import { compare } from '#protocol/bigint.ts'
import type { HostEvent } from '../../worker/hosts/host.ts'
import type { WalletClient } from '../client.ts'
import type { Session } from './session.svelte.ts'

type Answer<Name extends keyof WalletClient> = Awaited<ReturnType<WalletClient[Name]>>
export type Accounts = Answer<'get_accounts'>
export type Balance = Answer<'get_balance'>
export type Addresses = Answer<'get_address'>
export type Home = Answer<'get_home'>
export type GroupState = Answer<'is_multisig'>
type Transfers = Answer<'get_transfers'>
export type Transfer = NonNullable<Transfers['in']>[number]

export type Warning = Answer<'get_overview'>['warnings'][number]

type Comparison = Omit<Extract<HostEvent, { kind: 'comparison' }>, 'kind'>

/** Data of an account that the screen shows. */
type Readable = 'balance' | 'transfers' | 'addresses'

/** Minimum time between two reads during a scan: showing all changes would cost more than the scan. */
const betweenReadsMs = 1_000

/** Greatest age of a top block that counts as recent. Blocks come every two minutes. */
const recentSeconds = 30 * 60

const unixTime = () => Math.floor(Date.now() / 1000)

/** The open wallet as the screen shows it: one account at a time, all numbers from the engine. */
export class WalletState {
  readonly name: string
  account = $state(0)
  accounts = $state.raw<Accounts>()
  balance = $state.raw<Balance>()
  /** Multisig state: threshold and number of members. */
  group = $state.raw<GroupState>()
  addresses = $state.raw<Addresses>()
  /** Transfers of the account, newest first. */
  transfers = $state.raw<Transfer[]>()
  height = $state.raw(0n)
  target = $state.raw(0n)
  /** Warnings about single transactions, newest first, until they are dismissed. */
  warnings = $state.raw<readonly Warning[]>([])
  /** The last comparison with other nodes. */
  comparison = $state.raw<Comparison>()
  remainingSeconds = $state<number>()
  transactionsPerSecond = $state<number>()
  /** Bytes of blocks in the running refresh. */
  downloadedBytes = $state<number>()

  /** Timestamp of the newest scanned block, Unix seconds; undefined while unknown. */
  topTime = $state<number>()
  /** The clock at the last check, Unix seconds. */
  #now = $state(unixTime())

  /** Whether proofs of work of scanned blocks are still to be checked. */
  checking = $state(false)
  synced = $derived(this.target > 0n && this.height >= this.target)
  /** Seconds since the newest scanned block. */
  topAge = $derived(this.topTime === undefined ? undefined : Math.max(0, this.#now - this.topTime))
  /** A second node has the same top block. */
  #isAgreed = $derived(this.comparison?.agreedHeight === this.height)
  /** The top is recent, or that of two nodes: a daemon that stands still has no recent blocks. */
  isRecent = $derived(this.#isAgreed || (this.topAge !== undefined && this.topAge < recentSeconds))
  upToDate = $derived(this.synced && !this.checking && this.isRecent)
  /** Share of the chain that is scanned, 0 to 1. */
  progress = $derived(this.target > 0n ? Number((this.height * 1000n) / this.target) / 1000 : 0)
  locked = $derived(this.balance ? this.balance.balance - this.balance.unlocked_balance : 0n)

  readonly session: Session
  readonly #client: WalletClient
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen reads it
  readonly #due = new Set<Readable>()
  #reading = false
  /** Ends the pause between two reads. */
  #endPause = () => {}

  constructor(session: Session, name: string) {
    this.session = session
    this.name = name
    this.#client = session.client
  }

  /** Reads all data once. After that, events trigger further reads. */
  begin() {
    this.#read('balance', 'transfers', 'addresses')
    void this.#readHeight()
  }

  /** Shows another account. Data of the previous account is removed at once. */
  choose(account: number) {
    if (account !== this.account) this.balance = this.addresses = this.transfers = undefined
    this.account = account
    this.#read('balance', 'transfers', 'addresses')
    this.#endPause()
  }

  /** Shows the account that the address bar names, if it exists and is not shown. */
  follow(account: number | undefined) {
    if (account === undefined || account === this.account) return
    if (this.accounts?.subaddress_accounts[account]) this.choose(account)
  }

  /** Refreshes now, without waiting for the next periodic refresh. */
  async refresh() {
    await this.#client.refresh({})
  }

  /** Restarts the periodic refreshes now: failures increase the time between them. */
  async tryAgain() {
    await this.#client.auto_refresh({ enable: true })
  }

  /** Reads the clock once a minute. @returns Ends it. */
  watchAge(): () => void {
    const timer = setInterval(() => (this.#now = unixTime()), 60_000)
    return () => clearInterval(timer)
  }

  onEvent(event: HostEvent) {
    if (event.kind === 'progress') {
      this.height = event.height
      this.target = event.target
      this.topTime = event.topTime
      this.checking = event.checking === true
      this.#now = unixTime()
      this.remainingSeconds = event.remainingSeconds
      this.transactionsPerSecond = event.transactionsPerSecond
      this.downloadedBytes = event.downloadedBytes
      if (this.synced) this.#endPause()
    } else if (event.kind === 'changed') {
      if (event.what === 'height') this.#read('balance', 'transfers')
      else this.#read(event.what)
    } else if (event.kind === 'comparison') this.comparison = event
  }

  async dismissWarnings() {
    await this.#client.dismiss_warnings({ ids: this.warnings.map(({ id }) => id) })
    await this.readBalance()
  }

  async readGroup() {
    this.group = await this.#client.is_multisig({})
  }

  // During a refresh, events arrive faster than answers. Reads for the same data are merged.
  #read(...what: Readable[]) {
    for (const one of what) this.#due.add(one)
    if (!this.#reading) void this.#readDue()
  }

  async #readDue() {
    this.#reading = true
    try {
      while (this.#due.size > 0 && this.session.wallet === this) {
        const due = [...this.#due]
        this.#due.clear()
        // In parallel, so that a failed read does not stop the others.
        await Promise.all(due.map((what) => this.#readOne(what)))
        if (this.target > 0n && !this.synced) await this.#pause()
      }
    } finally {
      this.#reading = false
    }
  }

  #readOne(what: Readable): Promise<void> {
    if (what === 'balance') return this.readBalance()
    return what === 'addresses' ? this.#readAddresses() : this.#readTransfers()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve
      setTimeout(resolve, betweenReadsMs)
    })
  }

  async #readHeight() {
    const { height } = await this.#client.get_height({})
    if (height > this.height) this.height = height
  }

  /** Reads balances now, for callers that need the current ones. */
  async readBalance() {
    const account_index = this.account
    const { group, accounts, balance, warnings } = await this.#client.get_overview({
      account_index,
    })
    this.group = group
    this.accounts = accounts
    this.warnings = warnings
    // Here and below: an answer for an account that is no longer shown is ignored.
    if (account_index === this.account) this.balance = balance
  }

  async #readAddresses() {
    const account_index = this.account
    const addresses = await this.#client.get_address({ account_index })
    if (account_index === this.account) this.addresses = addresses
  }

  async #readTransfers() {
    const account_index = this.account
    const kinds = { in: true, out: true, pending: true, failed: true, pool: true }
    const params = { ...kinds, pending_elsewhere: true, account_index }
    const found = await this.#client.get_transfers(params)
    if (account_index !== this.account) return
    this.transfers = sortedTransfers(found)
  }
}

/** All lists as one, newest first. */
export const sortedTransfers = ({ in: received, out, pending, failed, pool }: Transfers) =>
  [received, out, pending, failed, pool].flatMap((list) => list ?? []).sort(newestFirst)

function newestFirst(a: Transfer, b: Transfer) {
  return compare(b.timestamp, a.timestamp) || compare(b.height, a.height)
}

export const [useWallet, provideWallet] = createContext<WalletState>()
