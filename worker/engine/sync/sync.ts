/**
 * Keeps the wallet's books up with the chain.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { ConnectionError } from '#protocol/daemon/problems.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Addresses } from '../addresses/addresses.ts'
import type { Events } from '../events.ts'
import { v2HeightOf, type ChainView } from '../outputs/unlock.ts'
import type { Clock, Daemon, Log, Ports } from '../ports.ts'
import type { Store } from '../store/store.ts'
import { Turns } from '../turns.ts'
import type { BlockIds } from './block-ids.ts'
import { daemonProblem, expectOfDaemon } from './daemon-problem.ts'
import { enterBlocks, type Progressed } from './enter-blocks.ts'
import type { Finder } from './identify.ts'
import { OwnKeyImages } from './key-images.ts'
import { Pool, poolIds, type PoolNews } from './pool.ts'
import { Pace, type Progress } from './progress.ts'
import { Cancelled, Run } from './run.ts'

export type SyncParts = {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log' | 'scanThreads'>
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

/** Progress is told a few times a second. */
const betweenProgressMs = 250

/** How long a list of transfers waits to hear of the pool. */
const longestLookMs = 3_000

export class Sync {
  /** Blocks of the daemon when it was last asked; 0 before. */
  daemonHeight = 0n
  progress: Progress = { height: 0n, target: 0n }
  readonly #parts: SyncParts
  readonly #turns = new Turns()
  readonly #pool: Pool
  readonly #keyImages: OwnKeyImages
  #run = new Run()
  /** Nothing waited in the pool when it was last asked. */
  #poolIsEmpty = true
  #closed = false
  #running = false
  /** When progress was last told. */
  #toldMs = -Infinity
  /** Seconds the daemon's adjusted time is ahead of our clock. */
  #ahead = 0n

  constructor(parts: SyncParts) {
    this.#parts = parts
    this.#pool = new Pool(parts)
    this.#keyImages = new OwnKeyImages(parts.store)
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
      const run = this.#newRun()
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
    this.#run.cancel()
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
        const run = this.#newRun()
        run.check()
        const news = { refreshed: false, blocks: false }
        await this.#enterPool(daemon, await run.until(poolIds(daemon)), news, run)
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

  #newRun(): Run {
    this.#run = new Run()
    if (this.#closed) this.#run.cancel()
    return this.#run
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
    run.check()
    const daemon = this.#requireDaemon()
    const { info, waiting, isSame } = await run.until(this.#ask(daemon))
    this.#requireNetwork(info.nettype)
    expectOfDaemon(info.height > 0n, 'its chain has no first block')
    this.daemonHeight = info.height
    if (info.adjusted_time > 0n) this.#ahead = info.adjusted_time - this.#clock.now()
    this.#parts.events.emit('connection', { online: true })
    const pace = new Pace(this.#clock.monotonicMs())
    if (!isSame)
      await enterBlocks(
        { ...this.#parts, keyImages: this.#keyImages },
        {
          ...{ daemon, run, startHeight, daemonHeight: info.height },
          told: (daemonHeight) => (this.daemonHeight = daemonHeight),
          progressed: (progressed) => this.#progressed(progressed, pace, done),
        },
      )
    if (done.blocksFetched > 0n) this.#tellHeight(pace)
    else this.#tellProgress(pace)
    const news = { refreshed: true, blocks: done.blocksFetched > 0n }
    await this.#enterPool(daemon, waiting, news, run)
    await this.#parts.afterRefresh?.()
  }

  /**
   * Asks how the daemon is and what waits in its pool, and whether its top block is ours: one
   * request where nothing waits. The pool first, where something did the last time: what leaves it
   * meanwhile is then found in a block.
   */
  async #ask(daemon: Daemon) {
    const { chain } = this.#parts
    const before = this.#poolIsEmpty ? undefined : await poolIds(daemon)
    const info = await daemon.json.get_info({})
    const nothing = info.tx_pool_size === 0n
    const waiting = before ?? (nothing ? new Set<string>() : await poolIds(daemon))
    this.#poolIsEmpty = waiting.size === 0
    const top = chain.at(chain.height - 1n)
    const isOurTop = top !== undefined && info.top_block_hash === bytesToHex(top)
    return { info, waiting, isSame: isOurTop && (before !== undefined || nothing) }
  }

  // A private chain has mainnet's genesis block and addresses.
  #requireNetwork(nettype: string) {
    const { network } = this.#parts
    const plain = (name: string) => (name === 'fakechain' ? 'mainnet' : name)
    if (nettype === '' || plain(nettype) === plain(network)) return
    throw new RpcError('UNKNOWN_ERROR', `the daemon is on ${nettype}, the wallet on ${network}`)
  }

  #progressed(
    { blocks, transactions, entered, reorganised }: Progressed,
    pace: Pace,
    done: Refreshed,
  ) {
    const nowMs = this.#clock.monotonicMs()
    pace.add(nowMs, transactions)
    done.blocksFetched += BigInt(blocks)
    done.receivedMoney ||= entered.outputs > 0
    // What was taken for mined may be back in the pool.
    if (reorganised) this.#pool.forget()
    const { events } = this.#parts
    if (reorganised) events.emit('reorganised', reorganised)
    for (const { txid, amount, subaddress } of entered.receipts)
      events.emit('received', { txid, amount, ...subaddress })
    if (reorganised || entered.outputs > 0 || entered.spendings > 0) this.#tellMoney()
    if (nowMs - this.#toldMs < betweenProgressMs) return
    this.#toldMs = nowMs
    this.#tellHeight(pace)
  }

  #tellHeight(pace: Pace) {
    this.#parts.events.emit('changed', { what: 'height' })
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
    run.check()
    const changed = await this.#pool.enter(daemon, this.#poolFinder, waiting, news, run)
    if (changed) this.#tellMoney()
  }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
