/**
 * Probes several nodes, and ranks them by agreement, height and latency.
 *
 * @module
 */
import { compareChains } from './chain-agreement.ts'
import type { UpstreamNode } from './node.ts'
import { noOrder, orderNodes } from './node-order.ts'
import { probedNode, problemOf, type NodeInfo, type ProbedNode } from './node-probe.ts'
import type { Agreement, NodeState, ProbeProblem, RankingEvent } from './node-state.ts'
import type { Timer } from './timer.ts'

/** Probes whose latencies count. */
const mostLatencies = 5
/** Heights of compared blocks are multiples, so that nodes a few blocks apart compare the same block. */
const spacing = 10n

type NodeRankingOptions = {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  timer: Timer
  /** Timeout of a call of a probe. */
  answerMs: number
  /** Blocks so far below the top of a node are compared. */
  settledDepth: bigint
  log: (event: RankingEvent) => void
}

/** What is known about a node. */
type Known = {
  readonly number: number
  readonly node: UpstreamNode
  readonly probed: ProbedNode
  state: NodeState['state']
  agreement: Agreement
  height: bigint | undefined
  network: string
  /** Of compared blocks. They count while the node is unavailable: settled blocks do not change. */
  ids: ReadonlyMap<bigint, string>
  /** Milliseconds, the last one at the end. */
  latencies: number[]
}

/** The answers of one node in a probe. */
type Answers = { info: NodeInfo; latencyMs: number; ids: ReadonlyMap<bigint, string> }
type Outcome = Answers | { problem: ProbeProblem }

export class NodeRanking {
  readonly #options: NodeRankingOptions
  readonly #nodes: readonly Known[]
  #order = noOrder

  constructor(nodes: readonly UpstreamNode[], options: NodeRankingOptions) {
    this.#options = options
    this.#nodes = nodes.map((node, index) => ({
      number: index + 1,
      node,
      probed: probedNode(node),
      state: 'unprobed',
      agreement: 'unconfirmed',
      height: undefined,
      network: '',
      ids: new Map(),
      latencies: [],
    }))
  }

  /** Whether nodes were compared. Before that, one of another chain may be used. */
  get isProbed(): boolean {
    return this.#nodes.every(({ state }) => state !== 'unprobed')
  }

  /** The nodes that may be used, the best first. */
  order(): readonly UpstreamNode[] {
    if (!this.isProbed) return this.#nodes.map(({ node }) => node)
    return this.#order.order.map((number) => this.#nodes[number - 1]!.node)
  }

  states(): readonly NodeState[] {
    const first = this.#order.order[0] ?? 1
    return this.#nodes.map(({ number, state, height, latencies, agreement }) => ({
      number,
      state,
      height,
      latencyMs: median(latencies),
      agreement,
      isFirst: number === first,
    }))
  }

  /**
   * Asks the nodes one after the other, so that they cannot tell by the time that one client asks all of them. Changes
   * nothing when it is aborted.
   */
  async probe(signal: AbortSignal): Promise<void> {
    const infos = await this.#infos(signal)
    const heights = this.#nodes.map((known, index) => {
      const info = infos[index]!
      return 'height' in info ? info.height : known.height
    })
    const compared = heights.flatMap((height) => (height === undefined ? [] : [this.#mark(height)]))
    const outcomes: Outcome[] = []
    for (const [index, { probed }] of this.#nodes.entries()) {
      const info = infos[index]!
      outcomes.push('problem' in info ? info : await this.#ids(probed, info, compared, signal))
    }
    if (signal.aborted) return
    for (const [index, known] of this.#nodes.entries()) this.#take(known, outcomes[index]!)
    this.#compare()
    this.#reorder()
  }

  async #infos(signal: AbortSignal) {
    const infos: ((NodeInfo & { latencyMs: number }) | { problem: ProbeProblem })[] = []
    for (const { probed } of this.#nodes) {
      const startMs = this.#options.now()
      const info = await this.#within(signal, (late) => probed.info(late))
      const latencyMs = this.#options.now() - startMs
      infos.push('problem' in info ? info : { ...info, latencyMs })
    }
    return infos
  }

  /** The ids of all compared blocks that are settled on the node. */
  async #ids(
    probed: ProbedNode,
    { latencyMs, ...info }: NodeInfo & { latencyMs: number },
    compared: readonly bigint[],
    signal: AbortSignal,
  ): Promise<Outcome> {
    const ids = new Map<bigint, string>()
    for (const height of new Set(compared)) {
      if (height > this.#settled(info.height)) continue
      const id = await this.#within(signal, async (late) => ({
        id: await probed.idAt(height, late),
      }))
      if ('problem' in id) return id
      ids.set(height, id.id)
    }
    return { info, latencyMs, ids }
  }

  /** Bugs reject. */
  async #within<T>(
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | { problem: ProbeProblem }> {
    if (signal.aborted) return { problem: 'lost' }
    const { timer, answerMs } = this.#options
    const late = new AbortController()
    const cancel = timer(answerMs, () => late.abort())
    try {
      return await call(AbortSignal.any([late.signal, signal]))
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      return { problem }
    } finally {
      cancel()
    }
  }

  /** The highest settled height; 0 for a short chain. */
  #settled(height: bigint): bigint {
    const settled = height - 1n - this.#options.settledDepth
    return settled > 0n ? settled : 0n
  }

  /** The height that a node brings into the comparison. */
  #mark(height: bigint): bigint {
    const settled = this.#settled(height)
    return settled - (settled % spacing)
  }

  #take(known: Known, outcome: Outcome) {
    const { log } = this.#options
    const { number, state } = known
    if ('problem' in outcome) {
      known.state = 'unavailable'
      known.latencies = []
      if (state !== 'unavailable')
        log({ event: 'upstream_lost', node: number, problem: outcome.problem })
      return
    }
    const { info, latencyMs, ids } = outcome
    known.state = 'answers'
    known.height = info.height
    known.network = info.network
    known.ids = ids
    known.latencies = [...known.latencies, latencyMs].slice(-mostLatencies)
    if (state === 'unavailable') log({ event: 'upstream_back', node: number })
  }

  #compare() {
    const { log } = this.#options
    for (const [index, { agreement, disagreesAt }] of compareChains(this.#nodes).entries()) {
      const known = this.#nodes[index]!
      const { number: node } = known
      const before = known.agreement === 'disagrees'
      known.agreement = agreement
      if (agreement === 'disagrees' && !before)
        log({ event: 'upstream_disagrees', node, height: disagreesAt })
      if (agreement !== 'disagrees' && before) log({ event: 'upstream_agrees', node })
    }
  }

  #reorder() {
    const [from] = this.#order.order
    const used = this.#nodes.filter(({ agreement }) => agreement !== 'disagrees')
    const ordered = used.map(({ number, state, height = 0n, latencies }) => {
      const latencyMs = median(latencies) ?? Infinity
      return [number, { answers: state === 'answers', height, latencyMs }] as const
    })
    this.#order = orderNodes(new Map(ordered), this.#order)
    const to = this.#order.order[0]!
    if (from !== undefined && from !== to)
      this.#options.log({ event: 'upstream_switched', from, to })
  }
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
