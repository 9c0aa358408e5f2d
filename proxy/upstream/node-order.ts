/**
 * The order of nodes by height and latency.
 *
 * @module
 */

/** Blocks that a node may be below the best one. Nodes receive a block at different times. */
const nearBlocks = 2n

/** Another node takes the first place when its latency is below this share of the first one's, */
const fasterShare = 0.7
/** in as many probes in a row. */
const fasterProbes = 2

/** What the order depends on. */
export type OrderedNode = {
  /** Whether it answered the last probe. */
  answers: boolean
  height: bigint
  latencyMs: number
}

type NodeOrder = {
  /** Numbers of nodes, the best first. */
  order: readonly number[]
  /** For nodes that were faster than the first one: in how many probes in a row. */
  faster: ReadonlyMap<number, number>
}

export const noOrder: NodeOrder = { order: [], faster: new Map() }

/**
 * Orders nodes: those near the best height, those behind it, those that do not answer; in each group by latency, then by
 * number. The first node keeps its place within its group until another one is clearly faster, so that the order does not
 * change with every probe.
 *
 * @param nodes - By number.
 * @param before - The order of the last probe.
 */
export function orderNodes(nodes: ReadonlyMap<number, OrderedNode>, before: NodeOrder): NodeOrder {
  const best = [...nodes.values()]
    .filter(({ answers }) => answers)
    .reduce((most, { height }) => (height > most ? height : most), 0n)
  const groupOf = ({ answers, height }: OrderedNode) =>
    answers ? (height + nearBlocks >= best ? 0 : 1) : 2
  const sorted = [...nodes]
    .sort(
      ([number, a], [otherNumber, b]) =>
        groupOf(a) - groupOf(b) || a.latencyMs - b.latencyMs || number - otherNumber,
    )
    .map(([number]) => number)

  const holder = nodes.get(before.order[0] ?? NaN)
  const fastest = nodes.get(sorted[0] ?? NaN)
  if (!holder || !fastest || groupOf(holder) !== groupOf(fastest))
    return { order: sorted, faster: new Map() }
  const faster = new Map(
    sorted
      .map((number) => [number, nodes.get(number)!] as const)
      .filter(([, node]) => groupOf(node) === groupOf(holder))
      .filter(([, { latencyMs }]) => latencyMs < holder.latencyMs * fasterShare)
      .map(([number]) => [number, (before.faster.get(number) ?? 0) + 1]),
  )
  const successor = sorted.find((number) => (faster.get(number) ?? 0) >= fasterProbes)
  const first = successor ?? before.order[0]!
  return {
    order: [first, ...sorted.filter((number) => number !== first)],
    faster: successor === undefined ? faster : new Map(),
  }
}
