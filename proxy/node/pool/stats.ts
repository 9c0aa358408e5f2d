/**
 * Statistics of the pool.
 *
 * @module
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::get_transaction_stats
 */
import { max, sum } from '#protocol/bigint.ts'
import { median } from '#protocol/rules/medians.ts'
import type { PoolEntry } from './entry.ts'

type Bin = { txs: number; bytes: bigint }

/** Seconds after which `num_10m` counts a transaction. */
const long = 600n

const least = (values: readonly bigint[]) =>
  values.reduce((a, b) => (a !== 0n && a < b ? a : b), 0n)
const most = (values: readonly bigint[]) => values.reduce(max, 0n)

/** The fields of `get_transaction_pool_stats`. @param now - Unix seconds. */
export function poolStats(entries: readonly PoolEntry[], now: bigint) {
  const weights = entries.map(({ weight }) => weight)
  const count = (test: (entry: PoolEntry) => boolean) => entries.filter(test).length
  const oldest = least(entries.map(({ receiveTime }) => receiveTime))
  return {
    bytes_total: sum(weights),
    bytes_min: Number(least(weights)),
    bytes_max: Number(most(weights)),
    bytes_med: Number(median(weights)),
    fee_total: sum(entries.map(({ fee }) => fee)),
    oldest,
    txs_total: entries.length,
    num_failing: count(({ lastFailedHeight }) => lastFailedHeight > 0n),
    num_10m: count(({ receiveTime }) => receiveTime < now - long),
    num_not_relayed: count(({ relayed }) => !relayed),
    num_double_spends: count(({ doubleSpendSeen }) => doubleSpendSeen),
    ...histogram(entries, now, oldest),
  }
}

/**
 * Transactions by age, in up to ten bins. With fifty and more transactions, the last bin holds the oldest
 * 2 %, and the others are spread over nine bins.
 */
function histogram(entries: readonly PoolEntry[], now: bigint, oldest: bigint) {
  if (entries.length < 2) return { histo_98pc: 0n, histo: [] }
  const ages = binsByAge(entries, now)
  const tail = Math.floor(entries.length * 0.02)
  const first = tail > 0 ? firstOfTail(ages, tail) : ages.length
  const edge = ages[first]?.[0] ?? 0n
  const factor = tail > 0 ? 9 : Math.min(entries.length, 10)
  const delta = (tail > 0 ? edge : now - oldest) || 1n
  const histo: Bin[] = Array.from({ length: tail > 0 ? 10 : factor }, () => ({ txs: 0, bytes: 0n }))
  ages.forEach(([age, { txs, bytes }], i) => {
    const bin = histo[i < first ? Number((age * BigInt(factor) - 1n) / delta) : factor]!
    bin.txs += txs
    bin.bytes += bytes
  })
  return { histo_98pc: edge, histo }
}

/** Bins by age in seconds, ascending; the lowest age is 1. */
function binsByAge(entries: readonly PoolEntry[], now: bigint): [age: bigint, bin: Bin][] {
  const bins = new Map<bigint, Bin>()
  for (const { receiveTime, weight } of entries) {
    const age = now - receiveTime || 1n
    const bin = bins.get(age) ?? { txs: 0, bytes: 0n }
    bins.set(age, { txs: bin.txs + 1, bytes: bin.bytes + weight })
  }
  return [...bins].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Index of the first age that belongs to the oldest `tail` transactions. */
function firstOfTail(ages: readonly [bigint, Bin][], tail: number): number {
  let at = ages.length
  for (let txs = 0; at > 0 && txs < tail;) txs += ages[--at]![1].txs
  return at
}
