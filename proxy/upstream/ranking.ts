/**
 * Several nodes as one: the best by agreement, height and latency answers, and the next one if it is unavailable.
 *
 * @module
 */
import { failoverNode } from './failover.ts'
import { UpstreamUnavailable, type UpstreamNode } from './node.ts'
import { NodeRanking } from './node-ranking.ts'
import type { NodeState, RankingEvent } from './node-state.ts'
import { platformTimer, type Timer } from './timer.ts'

export type RankingOptions = {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  timer?: Timer
  /** Time between two probes. */
  intervalMs?: number
  /** Timeout of a call of a probe. */
  answerMs?: number
  /** How long an unavailable node is tried last; also the shortest time between two probes. */
  restMs?: number
  /** Blocks that are compared are so far below the top: no reorganisation has been as deep. */
  settledDepth?: bigint
  /** Receives changes: nodes lost and back, of another chain, and the first one. */
  log?: (event: RankingEvent) => void
  /** Receives bugs. */
  report: (error: unknown) => void
}

export type RankedNode = UpstreamNode & {
  /** Probes all nodes, or waits for the probe under way. Never rejects. */
  probe: () => Promise<void>
  /** What the probes found, in the order of the nodes. Without requests it grows old. */
  states: () => readonly NodeState[]
}

/**
 * Sends a request to the best node that was not unavailable lately, then to the others, by the rules of
 * {@link failoverNode}.
 *
 * Nodes are probed while there are requests. The first requests wait for the first probe, because a node of another
 * chain is never used, also while all others are unavailable.
 */
export function rankedNode(nodes: readonly UpstreamNode[], options: RankingOptions): RankedNode {
  const { now, timer = platformTimer, answerMs = 5_000, restMs = 5_000 } = options
  const { intervalMs = 30_000, settledDepth = 720n, log = () => {}, report } = options
  const ranking = new NodeRanking(nodes, { now, timer, answerMs, settledDepth, log })
  const prober = new Prober({
    now,
    timer,
    intervalMs,
    restMs,
    report,
    probe: (signal) => ranking.probe(signal),
  })
  const failover = failoverNode(nodes, {
    now,
    restMs,
    order: () => ranking.order(),
    onUnavailable: () => prober.hurry(),
  })
  return {
    async ask(request) {
      prober.use()
      // A single node is not compared.
      if (nodes.length > 1 && !ranking.isProbed) await untilAborted(prober.probe(), request.signal)
      return failover.ask(request)
    },
    async close() {
      prober.close()
      await failover.close()
    },
    probe: () => prober.probe(),
    states: () => ranking.states(),
  }
}

type ProberPorts = Pick<RankingOptions, 'now' | 'report'> & {
  timer: Timer
  intervalMs: number
  restMs: number
  probe: (signal: AbortSignal) => Promise<void>
}

/** Probes at an interval while there are requests, one probe at a time. */
class Prober {
  readonly #ports: ProberPorts
  #running: Promise<void> | undefined
  #ended = new AbortController()
  /** Cancels the next probe. Undefined while there were no requests since the last. */
  #cancelNext: (() => void) | undefined
  #wasUsed = false
  #startedMs = -Infinity
  #isClosed = false

  constructor(ports: ProberPorts) {
    this.#ports = ports
  }

  /** There was a request. */
  use(): void {
    this.#wasUsed = true
    if (!this.#cancelNext) void this.probe()
  }

  /** A node did not answer a request, so the next probe is due. */
  hurry(): void {
    const { now, restMs } = this.#ports
    if (now() - this.#startedMs >= restMs) void this.probe()
  }

  async probe(): Promise<void> {
    if (!this.#isClosed) this.#running ??= this.#run()
    await this.#running
  }

  close(): void {
    this.#isClosed = true
    this.#ended.abort()
    this.#cancelNext?.()
  }

  async #run() {
    const { now, probe, report } = this.#ports
    this.#cancelNext?.()
    this.#cancelNext = undefined
    this.#startedMs = now()
    this.#ended = new AbortController()
    try {
      await probe(this.#ended.signal)
    } catch (error) {
      report(error)
    }
    this.#running = undefined
    if (!this.#isClosed) this.#schedule()
  }

  #schedule() {
    const { timer, intervalMs } = this.#ports
    this.#cancelNext = timer(intervalMs, () => {
      this.#cancelNext = undefined
      if (!this.#wasUsed) return
      this.#wasUsed = false
      void this.probe()
    })
  }
}

/** The client that aborts does not wait. @throws UpstreamUnavailable */
async function untilAborted(probe: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new UpstreamUnavailable('lost'))
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
  await Promise.race([probe, aborted])
}
