/**
 * Several nodes as one: the first that answers, in the given order or in one that changes.
 *
 * @module
 */
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

export type FailoverOptions = {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** How long an unavailable node is tried last. */
  restMs?: number
  /** The nodes to use, the best first; called for each request. Without it, all in the given order. */
  order?: () => readonly UpstreamNode[]
  /** Called when a node did not answer a request, and the client did not abort it. */
  onUnavailable?: (node: UpstreamNode) => void
}

/**
 * Sends a request to the first node that was not unavailable lately, then to the others.
 *
 * A request with an effect goes to the next node only if the last one cannot have seen it. A
 * transaction that is sent twice would be refused as a double spend of itself.
 */
export function failoverNode(
  nodes: readonly UpstreamNode[],
  { now, restMs = 5_000, order = () => nodes, onUnavailable = () => {} }: FailoverOptions,
): UpstreamNode {
  const awayUntil = new Map<UpstreamNode, number>()
  const resting = (node: UpstreamNode) => (awayUntil.get(node) ?? -Infinity) > now()

  async function ask(request: UpstreamRequest): Promise<UpstreamResponse> {
    const ranked = order()
    const tried = [
      ...ranked.filter((node) => !resting(node)),
      // If all were unavailable, one of them may be back.
      ...ranked.filter((node) => resting(node)),
    ]
    let last: UpstreamUnavailable | undefined
    for (const node of tried) {
      try {
        const answer = await node.ask(request)
        awayUntil.delete(node)
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamUnavailable) || request.signal?.aborted) throw error
        awayUntil.set(node, now() + restMs)
        onUnavailable(node)
        last = error
        if (request.once && error.reason !== 'unsent') break
      }
    }
    throw last ?? new UpstreamUnavailable('unsent')
  }

  return { ask, close: async () => void (await Promise.all(nodes.map((node) => node.close()))) }
}
