/**
 * The light node: keeps the feed up with the upstream, and serves it with the tip and the pool.
 *
 * Its host calls {@link LightNode.look} each second, and {@link LightNode.catchUp} when that says so.
 *
 * @module
 */
import type { Hono } from 'hono'
import { ChainError } from '#protocol/chain/reader.ts'
import type { Keccak } from '#protocol/chain/hashes.ts'
import { AnswerError, DaemonError } from '#protocol/daemon/errors.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import type { PoolEvent, TipEvent } from '#protocol/feed/live.ts'
import type { EventLog } from '../metrics/event-log.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../upstream/node.ts'
import { EventHub } from './event-hub.ts'
import type { FeedBuilder } from './feed-builder.ts'
import { isOfNode } from './feed-errors.ts'
import type { FeedFiles } from './feed-files.ts'
import { feedRoutes } from './feed-routes.ts'
import { MemberGroups } from './member-groups.ts'
import { NodeWatch } from './node-watch.ts'
import { ServedFiles } from './served-files.ts'
import type { StoredFeed } from './stored-feed.ts'

export type LightPorts = {
  node: UpstreamNode
  /** Aborts the calls under way. */
  signal: AbortSignal
  keccak: Keccak
  log: EventLog
  /** Receives bugs. */
  report: (error: unknown) => void
  /** Unix time. */
  nowMs: () => number
}

export type CatchUpResult = 'complete' | 'more' | 'failed'

type LightFeed = { feed: StoredFeed; files: FeedFiles; builder: FeedBuilder }

export class LightNode {
  readonly #ports: LightPorts
  readonly #feed: StoredFeed
  readonly #builder: FeedBuilder
  readonly #files: ServedFiles
  readonly #watch: NodeWatch
  readonly #groups: MemberGroups
  readonly #events: EventHub
  #isAway = false
  /** The problem that was logged last; a repeated one is not logged again. */
  #refusal: string | undefined
  /** Blocks of the node when the feed was last complete. */
  #builtAt = 0n

  constructor(ports: LightPorts, { feed, files, builder }: LightFeed) {
    const { node, signal, keccak, nowMs } = ports
    this.#ports = ports
    this.#feed = feed
    this.#builder = builder
    this.#files = new ServedFiles(feed, files, builder)
    this.#events = new EventHub(() => this.#greeting())
    this.#watch = new NodeWatch({
      node,
      signal,
      keccak,
      onTip: (data) => this.#events.send({ name: 'tip', data }),
      onPool: (data) => this.#events.send({ name: 'pool', data }),
      firstVersion: BigInt(nowMs()),
    })
    this.#groups = new MemberGroups({ node, signal, keccak, tip: () => this.tip?.id })
  }

  routes(): Hono {
    const pool = () => this.#watch.pool()
    return feedRoutes({ files: this.#files, events: this.#events, pool, groups: this.#groups })
  }

  /** The node's top block; undefined while it is away. */
  get tip(): TipEvent | undefined {
    return this.#watch.tip
  }

  /** Changes with the node's pool; undefined while the node is away. */
  get poolState(): string | undefined {
    return this.tip && `${this.tip.id} ${this.#watch.poolVersion}`
  }

  /** What health and metrics show. Heights are numbers of blocks. */
  get facts() {
    const { count } = this.#feed
    const { tip } = this
    return {
      network: this.#feed.network,
      height: tip?.height,
      topTimestamp: this.#watch.tipTime,
      feedHeight: BigInt(this.#feed.heightOf(count)),
      /** What the feed has once it is complete for this height. */
      feedTarget: tip && this.#builder.targetAt(tip.height),
      chunks: count,
      listeners: this.#events.count,
    }
  }

  /** Asks the node for its state. @returns Whether {@link catchUp} may find something to do. Never rejects. */
  async look(): Promise<boolean> {
    const { log, report, signal } = this.#ports
    try {
      await this.#watch.look()
      if (this.#isAway) log({ event: 'upstream_back' })
      this.#isAway = false
    } catch (error) {
      if (signal.aborted) return false
      if (!isOfNode(error)) report(error)
      else if (!this.#isAway) log({ event: 'upstream_lost', problem: problemOf(error) })
      this.#isAway = true
    }
    return this.tip !== undefined && this.tip.height !== this.#builtAt
  }

  /**
   * Adds chunks that are complete by now. Never rejects.
   *
   * @param most - Chunks that are added at most, on hosts that end a long computation.
   * @returns Whether all were added, or why not: more are left for the next call, or there was a failure.
   */
  async catchUp(most?: number): Promise<CatchUpResult> {
    const { signal } = this.#ports
    try {
      const height = await this.#builder.catchUp(most)
      this.#refusal = undefined
      if (!this.#builder.isCompleteAt(height)) return 'more'
      this.#builtAt = height
      return 'complete'
    } catch (error) {
      if (!signal.aborted) this.#reportFailure(error)
      return 'failed'
    }
  }

  #reportFailure(error: unknown) {
    const { log, report } = this.#ports
    if (!isOfNode(error)) return report(error)
    if (error instanceof UpstreamUnavailable || this.#refusal === error.message) return
    this.#refusal = error.message
    log({ event: 'feed_data_refused', cause: causeOf(error) })
  }

  /** Ends the connections of clients that listen to events. */
  close(): void {
    this.#events.close()
  }

  #greeting() {
    const { tip, poolVersion: version } = this.#watch
    const pool: PoolEvent = { version, added: [], removed: [] }
    return [...(tip ? [{ name: 'tip', data: tip }] : []), { name: 'pool', data: pool }]
  }
}

const problemOf = (error: Error) =>
  error instanceof UpstreamUnavailable ? error.reason : 'refused'

function causeOf(error: Error) {
  if (error instanceof DaemonError) return 'call'
  if (error instanceof AnswerError) return 'answer'
  if (error instanceof ChainError) return 'block'
  return error instanceof InvalidFeed ? 'feed' : 'chain'
}
