/**
 * Keeps the wallet's books up with the chain.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { ConnectionError } from '#protocol/upstream.ts'
import type { Addresses } from '../addresses/addresses.ts'
import type { AddressesAhead } from '../addresses/ahead.ts'
import type { Events } from '../events.ts'
import { v2HeightOf, type ChainView } from '../outputs/unlock.ts'
import type { Clock, Daemon, Log, Ports } from '../ports.ts'
import type { Store } from '../store/store.ts'
import { Turns } from '../turns.ts'
import { requireRunningIndices, type ChainedBlock } from './answer.ts'
import { sameBytes, type BlockIds } from './block-ids.ts'
import { daemonProblem, expectOfDaemon } from './daemon-problem.ts'
import { detach } from './detach.ts'
import { extended, pullAfter, pullFrom, type Pulled } from './download.ts'
import { Entries, type Entered } from './enter.ts'
import type { Finder } from './identify.ts'
import { Pool, poolIds, type PoolNews } from './pool.ts'
import { prepare, type Incoming, type Prepared } from './prepare.ts'
import { Pace, type Progress } from './progress.ts'
import { Breath, incomingOf, slices, type Slice } from './slices.ts'

export type SyncParts = {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log'>
  network: Network
  store: Store
  addresses: Addresses
  chain: BlockIds
  events: Events
  /** The connection to use now. */
  daemon: () => Daemon | undefined
  /** Runs a write alone, between transfers. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** Called when chain and pool are entered, before a refresh resolves. */
  afterRefresh?: () => Promise<void>
}

/** What a refresh did. */
export type Refreshed = { blocksFetched: bigint; receivedMoney: boolean }

/** How far below a height that is skipped to ids are known, so that a reorganisation is followed. */
const skipMargin = 100n

/** How long a list of transfers waits to hear of the pool. */
const longestLookMs = 3_000

export class Sync {
  /** Blocks of the daemon when it was last asked; 0 before. */
  daemonHeight = 0n
  progress: Progress = { height: 0n, target: 0n }
  readonly #parts: SyncParts
  readonly #turns = new Turns()
  readonly #pool: Pool
  #run: Run = { cancelled: false }
  #closed = false
  #running = false
  /** Seconds the daemon's adjusted time is ahead of our clock. */
  #ahead = 0n

  constructor(parts: SyncParts) {
    this.#parts = parts
    this.#pool = new Pool(parts)
  }

  /** The chain as it is seen now. */
  view(): ChainView {
    const now = this.#clock.now()
    const { chain, network } = this.#parts
    return { height: chain.height, time: now + this.#ahead, now, v2Height: v2HeightOf(network) }
  }

  /**
   * Enters everything that is new on the daemon's chain and in its pool.
   *
   * A refresh that runs already is waited for. Reads are answered meanwhile; every batch is
   * complete by itself, so one that fails or is cancelled leaves what was entered before it.
   *
   * @param startHeight - When it is above what was seen, blocks below it are not looked at.
   * @throws RpcError NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or UNKNOWN_ERROR for a daemon whose
   *   answer is not to be trusted.
   */
  refresh(startHeight = 0n): Promise<Refreshed> {
    return this.#turns.take(async () => {
      const run = (this.#run = { cancelled: this.#closed })
      const done = { blocksFetched: 0n, receivedMoney: false }
      this.#running = true
      try {
        await this.#refresh(startHeight, run, done)
      } catch (error) {
        if (!(error instanceof Cancelled)) throw this.#problem(error)
      } finally {
        this.#running = false
      }
      return done
    })
  }

  /** Ends the refresh that runs after the batch in hand; it resolves with what it did. */
  cancel(): void {
    this.#run.cancelled = true
  }

  /** Ends for good: nothing is entered after this resolves. */
  async close(): Promise<void> {
    this.#closed = true
    this.cancel()
    await this.#turns.take(() => undefined)
  }

  /**
   * Looks at the pool alone, so that a list of transfers shows it as it is now.
   *
   * A refresh that runs does that anyway, and is not waited for; nor is a daemon that is slow to
   * answer. Without one what is known stays.
   */
  async lookAtPool(): Promise<void> {
    const daemon = this.#parts.daemon()
    if (this.#running || !daemon) return
    const looked = this.#turns.take(async () => {
      try {
        const run = (this.#run = { cancelled: this.#closed })
        checkCancelled(run)
        const news = { refreshed: false, blocks: false }
        await this.#enterPool(daemon, await poolIds(daemon), news, run)
      } catch (error) {
        if (error instanceof Cancelled) return
        const problem = this.#problem(error)
        if (!(problem instanceof RpcError)) throw problem
        this.#log('warning', `pool: ${problem.message}`)
      }
    })
    await Promise.race([looked, this.#clock.sleep(longestLookMs)])
  }

  /** Forgets which transactions of the pool were looked at: another daemon, another pool. */
  daemonChanged(): void {
    this.#pool.forget()
    this.daemonHeight = 0n
    this.#ahead = 0n
  }

  get #clock(): Clock {
    return this.#parts.ports.clock
  }

  get #log(): Log {
    return this.#parts.ports.log
  }

  #finder(addresses: Finder['addresses']): Finder {
    const { store, ports } = this.#parts
    return { crypto: ports.crypto, secrets: store.secrets.get('keys')!, addresses }
  }

  // What was only seen in the pool makes no address exist.
  get #poolFinder(): Finder {
    const { addresses } = this.#parts
    const find = (spendKey: Uint8Array) => addresses.find(spendKey)
    return this.#finder({ find, use: async () => undefined })
  }

  #problem(error: unknown) {
    if (error instanceof ConnectionError) this.#parts.events.emit('connection', { online: false })
    return daemonProblem(error)
  }

  #requireDaemon(): Daemon {
    const daemon = this.#parts.daemon()
    if (!daemon) throw new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')
    return daemon
  }

  async #refresh(startHeight: bigint, run: Run, done: Refreshed) {
    checkCancelled(run)
    const daemon = this.#requireDaemon()
    // The pool first: what leaves it meanwhile is then found in a block.
    const [info, waiting] = await Promise.all([daemon.json.get_info({}), poolIds(daemon)])
    this.#requireNetwork(info.nettype)
    expectOfDaemon(info.height > 0n, 'its chain has no first block')
    this.daemonHeight = info.height
    if (info.adjusted_time > 0n) this.#ahead = info.adjusted_time - this.#clock.now()
    this.#parts.events.emit('connection', { online: true })
    const pace = new Pace(this.#clock.monotonicMs())
    const breath = new Breath(this.#clock)
    await this.#enterBlocks(daemon, { startHeight, pace, breath, run, done })
    this.#tellProgress(pace)
    const news = { refreshed: true, blocks: done.blocksFetched > 0n }
    await this.#enterPool(daemon, waiting, news, run)
    await this.#parts.afterRefresh?.()
  }

  // A private chain has mainnet's genesis block and addresses.
  #requireNetwork(nettype: string) {
    const { network } = this.#parts
    const plain = (name: string) => (name === 'fakechain' ? 'mainnet' : name)
    if (nettype === '' || plain(nettype) === plain(network)) return
    throw new RpcError('UNKNOWN_ERROR', `the daemon is on ${nettype}, the wallet on ${network}`)
  }

  async #enterBlocks(daemon: Daemon, task: Task) {
    const { startHeight, run } = task
    const { chain, store, ports } = this.#parts
    const { keccak256 } = ports.crypto
    const skipTo = startHeight > chain.height ? startHeight : 0n
    const scanFrom = larger(store.info.get('wallet')!.restoreHeight, skipTo)

    let pulled = await this.#first(daemon, scanFrom)
    for (;;) {
      checkCancelled(run)
      this.daemonHeight = pulled.daemonHeight
      const { blocks } = pulled
      if (blocks.length === 0) return
      const top = blocks.at(-1)!.height + 1n
      const more = top < pulled.daemonHeight && blocks.length > 1
      const next = more ? settled(pullAfter(daemon, extended(chain, blocks), keccak256)) : undefined
      await this.#enterAll(blocks, scanFrom, task)
      if (!next) return
      const result = await next
      if ('error' in result) throw result.error
      pulled = result.value
      this.#requireHeld(pulled)
    }
  }

  // What to begin with: after what we know, or where scanning begins.
  async #first(daemon: Daemon, scanFrom: bigint): Promise<Pulled> {
    const { chain, ports, store } = this.#parts
    const { keccak256 } = ports.crypto
    const { restoreHeight } = store.info.get('wallet')!
    const fresh = chain.height === 1n
    const reachable = smaller(scanFrom, this.daemonHeight - 1n)
    const from = fresh && scanFrom === restoreHeight ? reachable : reachable - skipMargin
    if (from > chain.height || (fresh && from > 1n)) return pullFrom(daemon, chain, from, keccak256)

    const pulled = await pullAfter(daemon, chain, keccak256)
    if (fresh || this.#isHeld(pulled)) return pulled
    // Only the genesis block is common. Where nothing was scanned below, begin again.
    if (chain.first > restoreHeight) this.#requireHeld(pulled)
    this.#log('warning', 'sync: none of the blocks seen are on the chain of the daemon')
    return pullFrom(daemon, chain, smaller(chain.first, reachable), keccak256)
  }

  // Whether what it follows is a block we know, and not just the genesis block far below.
  #isHeld({ blocks: [first] }: Pulled): boolean {
    const { chain } = this.#parts
    return !first || first.height >= chain.first || chain.first === 1n
  }

  #requireHeld(pulled: Pulled) {
    const { chain } = this.#parts
    if (!this.#isHeld(pulled))
      throw new RpcError('UNKNOWN_ERROR', tooDeep(chain.height - chain.first))
  }

  async #enterAll(blocks: readonly ChainedBlock[], scanFrom: bigint, task: Task) {
    const { chain } = this.#parts
    const isNew = blocks.findIndex(({ height, id }) => {
      const known = chain.at(height)
      return !known || !sameBytes(known, id)
    })
    if (isNew === -1) return
    for (const slice of slices(blocks.slice(isNew))) await this.#enterSlice(slice, scanFrom, task)
  }

  async #enterSlice(slice: Slice, scanFrom: bigint, task: Task) {
    const wanted = slice.filter(({ height }) => height >= scanFrom)
    const ahead = this.#parts.addresses.ahead()
    const prepared = await this.#prepare(wanted, this.#finder(ahead), task)
    const { pace, done } = task
    const { entered, reorganised } = await this.#commit(slice, prepared, ahead)
    pace.add(this.#clock.monotonicMs(), prepared.length)
    done.blocksFetched += BigInt(slice.length)
    done.receivedMoney ||= entered.outputs > 0
    // What was taken for mined may be back in the pool.
    if (reorganised) this.#pool.forget()
    this.#tell(entered, reorganised, pace)
  }

  async #prepare(blocks: Slice, finder: Finder, { run, breath }: Task): Promise<Prepared[]> {
    const { crypto } = this.#parts.ports
    const prepared: Prepared[] = []
    let piece: Incoming[] = []
    const look = async () => {
      checkCancelled(run)
      prepared.push(...(await prepare(finder, piece)))
      piece = []
      await breath.pause()
    }
    for (const block of blocks)
      for (const incoming of incomingOf(block, crypto.keccak256)) {
        piece.push(incoming)
        if (piece.length >= breath.size) await look()
      }
    await look()
    requireRunningIndices(prepared)
    return prepared
  }

  // Everything of a slice at once, and with it whatever it replaces.
  #commit(slice: Slice, prepared: readonly Prepared[], ahead: AddressesAhead) {
    const { store, chain, exclusive } = this.#parts
    const first = slice[0]!.height
    const { outputs } = slice.at(-1)!.block.minerTx
    const reward = outputs.reduce((sum, { amount }) => sum + amount, 0n)
    return exclusive(() =>
      store.commit((change) => {
        const { height } = chain
        const isFresh = chain.first === height
        const abandons = !isFresh && first < height
        if (abandons) detach(change, store, first)
        if (abandons || first > height) chain.crop(change, first > height ? 0n : first)
        ahead.stage(change)
        const entries = new Entries(store, change)
        for (const tx of prepared) entries.mined(tx)
        const ids = slice.map(({ id }) => id)
        chain.append(change, first, ids, reward)
        const detached = abandons ? Number(height - first) : 0
        return { entered: entries.entered, reorganised: abandons && { height: first, detached } }
      }),
    )
  }

  #tell(entered: Entered, reorganised: Reorganised, pace: Pace) {
    const { events } = this.#parts
    if (reorganised) events.emit('reorganised', reorganised)
    for (const { txid, amount, subaddress } of entered.receipts)
      events.emit('received', { txid, amount, ...subaddress })
    events.emit('changed', { what: 'height' })
    if (reorganised || entered.outputs > 0 || entered.spendings > 0) this.#tellMoney()
    this.#tellProgress(pace)
  }

  #tellProgress(pace: Pace) {
    const { events, chain } = this.#parts
    const target = larger(this.daemonHeight, chain.height)
    this.progress = pace.progress(chain.height, target)
    events.emit('progress', this.progress)
  }

  #tellMoney() {
    for (const what of ['balance', 'transfers', 'addresses'] as const)
      this.#parts.events.emit('changed', { what })
  }

  async #enterPool(daemon: Daemon, waiting: ReadonlySet<string>, news: PoolNews, run: Run) {
    checkCancelled(run)
    const changed = await this.#pool.enter(daemon, this.#poolFinder, waiting, news)
    if (changed) this.#tellMoney()
  }
}

type Run = { cancelled: boolean }
type Task = { startHeight: bigint; pace: Pace; breath: Breath; run: Run; done: Refreshed }
type Reorganised = false | { height: bigint; detached: number }

class Cancelled extends Error {
  override name = 'Cancelled'
}

function checkCancelled(run: Run) {
  if (run.cancelled) throw new Cancelled()
}

const tooDeep = (depth: bigint) =>
  `reorg exceeds maximum allowed depth: none of the last ${depth} blocks is on the daemon's chain`

// A promise that is waited for later must not count as unhandled until then.
const settled = <T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
