/**
 * The light node at the edge: one Durable Object follows the upstream, and writes the feed to a bucket.
 *
 * The Worker checks access, and answers with files of the bucket itself. Alarms of the object do the work, in short turns.
 *
 * @module
 */
import type { Hono } from 'hono'
import type { Network } from '#protocol/address.ts'
import { checkpoints } from '#protocol/checkpoints/checkpoints.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import { UsageError } from '#protocol/settings.ts'
import { startCrypto } from '#wasm/index.ts'
import { version } from '../../package.json'
import mainnetGroups from '../../protocol/checkpoints/mainnet-groups.bin'
import nightjar from '../../wasm/build/nightjar.wasm'
import { chunkLog } from '../feed/chunk-log.ts'
import { LightNode } from '../feed/light-node.ts'
import { openFeed } from '../feed/open-feed.ts'
import { eventLog } from '../metrics/event-log.ts'
import { healthPath, healthRoute } from '../metrics/health.ts'
import { errorReply } from '../replies.ts'
import { fetchNode } from '../upstream/fetch.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { rankedNode, type RankedNode } from '../upstream/ranking.ts'
import { chainNode } from './chain-object.ts'
import type { DurableObjects } from './durable-objects.ts'
import { feedBucket, type Bucket } from './feed-bucket.ts'
import { LightFollower } from './light-follower.ts'
import { wakePath } from './light-routes.ts'
import { setupOf, type Settings } from './settings.ts'

/** Milliseconds. An alarm may take 15 minutes, with about 20 calls. */
const mostMs = { look: 10_000, blocks: 40_000 }

/** The part of an object's `ctx` that is used. */
type ObjectState = {
  storage: {
    /** In Unix milliseconds; null while none is set. */
    getAlarm(): Promise<number | null>
    setAlarm(unixMs: number): Promise<void>
  }
}

type LightEnv = Settings & { CHAIN: DurableObjects; FEED: Bucket }

/** Made only where the Worker has a bucket for the feed. */
export class LightObject {
  readonly #storage: ObjectState['storage']
  readonly #env: LightEnv
  readonly #node: RankedNode
  readonly #follower: LightFollower
  readonly #health: Hono
  readonly #crypto = startCrypto(nightjar, random)
  #routes: Hono | undefined

  constructor(state: ObjectState, env: LightEnv) {
    this.#storage = state.storage
    this.#env = env
    const { nodes } = setupOf(env, (origin) => fetchNode(origin))
    const all = nodes.length === 0 ? [chainNode(env.CHAIN)] : nodes
    this.#node = rankedNode(all, { now: () => performance.now(), log, report })
    this.#follower = new LightFollower({
      open: () => this.#open(),
      wakeIn: (ms) => this.#wakeIn(ms),
      nowMs: () => performance.now(),
      log,
      report,
    })
    this.#health = healthRoute(
      () => this.#facts(),
      () => Date.now(),
    )
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === wakePath) {
      await this.#wakeIn(0)
      return new Response(null, { status: 204 })
    }
    const light = await this.#follower.fresh()
    if (pathname === healthPath) return this.#health.fetch(request)
    if (!light) return errorReply(503, notOpen)
    this.#routes ??= light.routes()
    const answer = await this.#routes.fetch(request)
    await this.#follower.keepAwake()
    return answer
  }

  /** The platform calls it at the time that was set. */
  alarm(): Promise<void> {
    return this.#follower.wake()
  }

  async #wakeIn(ms: number) {
    const at = Date.now() + ms
    const set = await this.#storage.getAlarm()
    if (set === null || set > at) await this.#storage.setAlarm(at)
  }

  async #open(): Promise<LightNode> {
    const { signal } = new AbortController()
    const crypto = this.#crypto
    const chunks = chunkLog(log, () => performance.now())
    const files = feedBucket(this.#env.FEED)
    const { feedFromHeight: fromHeight } = setupOf(this.#env, (origin) => fetchNode(origin))
    const task = {
      node: withinTime(this.#node, mostMs.blocks),
      signal,
      crypto,
      loadPins: async (network: Network) => ({
        checkpoints: checkpoints[network],
        groups: network === 'mainnet' ? new Uint8Array(mainnetGroups) : new Uint8Array(),
      }),
      report: chunks.report,
      ...(fromHeight !== undefined && { fromHeight }),
    }
    const opened = await openFeed(task, { files, random: randomBelow }).catch((error: unknown) => {
      throw error instanceof InvalidFeed ? new UsageError(`FEED: ${error.message}`) : error
    })
    const keccak = (data: Uint8Array) => crypto.keccak256(data)
    const node = withinTime(this.#node, mostMs.look)
    const ports = { node, signal, keccak, log, report, nowMs: () => Date.now() }
    // Health shows what it finds.
    await this.#node.probe()
    return new LightNode(ports, { ...opened, files })
  }

  #facts() {
    const { light } = this.#follower
    const upstream = this.#node.states()
    if (!light) return { ...unknown, version, upstream }
    const { network, height, topTimestamp, feedHeight, feedTarget } = light.facts
    const feed = { height: feedHeight, target: feedTarget ?? feedHeight }
    return { version, network, height, topTimestamp, upstream, feed }
  }
}

const notOpen =
  'The upstream did not answer yet, or the bucket has another feed. The log has the reason'

const unknown = { network: undefined, height: undefined, topTimestamp: undefined, feed: undefined }

/** The same node, whose answers must be complete within a time: the platform ends a turn that takes long. */
function withinTime(node: UpstreamNode, ms: number): UpstreamNode {
  return {
    ask(request) {
      const late = AbortSignal.timeout(ms)
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
      return node.ask({ ...request, signal })
    },
    close: () => node.close(),
  }
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Chooses blocks whose work is checked, which this host cannot do. */
const randomBelow = () => 0

const log = eventLog(
  (line, level) => (level === 'info' ? console.log(line) : console.error(line)),
  () => Date.now(),
)

const report = (error: unknown) =>
  error instanceof UsageError ? console.error(error.message) : console.error('bug:', error)
