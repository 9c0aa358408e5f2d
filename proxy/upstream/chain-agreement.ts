/**
 * Which nodes have the same chain.
 *
 * @module
 */
import type { Agreement } from './node-state.ts'

/** What a node says about its chain. */
export type ChainClaim = {
  /** `nettype`; empty when the node does not name it. */
  network: string
  /** Block ids by settled height. */
  ids: ReadonlyMap<bigint, string>
}

export type Comparison = {
  agreement: Agreement
  /** The lowest compared height where the node has another block than the majority; undefined for another network. */
  disagreesAt?: bigint
}

/**
 * Compares claims. Nodes of another network than most are left out first, then, from the lowest height up, those with
 * another block than most of the nodes that remain: above a fork, blocks differ too.
 *
 * Without a majority the node that the operator named first decides. A node that claims nothing disagrees with none.
 *
 * @returns One for each claim, in the same order.
 */
export function compareChains(claims: readonly ChainClaim[]): Comparison[] {
  const results = claims.map((): Comparison => ({ agreement: 'unconfirmed' }))
  let remaining = [...claims.keys()]
  const vote = (ballot: (claim: ChainClaim) => string | undefined, height?: bigint) => {
    const winner = mostFrequent(remaining.map((index) => ballot(claims[index]!)))
    const outvoted = remaining.filter((index) => (ballot(claims[index]!) ?? winner) !== winner)
    for (const index of outvoted)
      results[index] = {
        agreement: 'disagrees',
        ...(height !== undefined && { disagreesAt: height }),
      }
    remaining = remaining.filter((index) => !outvoted.includes(index))
  }

  vote(({ network }) => network || undefined)
  const heights = ascending(claims.flatMap(({ ids }) => [...ids.keys()]))
  for (const height of heights) vote(({ ids }) => ids.get(height), height)
  for (const height of heights) {
    const compared = remaining.filter((index) => claims[index]!.ids.has(height))
    if (compared.length > 1) for (const index of compared) results[index] = { agreement: 'agrees' }
  }
  return results
}

/** The most frequent value, the first of several. Undefined values do not count. */
function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values)
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

const ascending = (heights: readonly bigint[]) =>
  [...new Set(heights)].sort((a, b) => (a < b ? -1 : 1))
