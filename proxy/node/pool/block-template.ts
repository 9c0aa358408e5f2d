/**
 * The transactions of the pool for new blocks.
 *
 * @module
 */
import { sum } from '#protocol/bigint.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { ChainView } from '../types.ts'
import { isBroadcast, isSettled, type PoolEntry } from './entry.ts'
import type { TransactionPool } from './transaction-pool.ts'
import { imagesOf } from './spent-images.ts'
import { fillTemplate, type Filling } from './fill-template.ts'

/** A filter that accepts a transaction if it is ready and no accepted one spends the same. */
function taking(pool: TransactionPool, found: { keep: boolean }) {
  const spent = new Set<string>()
  return (entry: PoolEntry): boolean => {
    if (!pool.isReady(entry, found)) return false
    const images = imagesOf(parseTransaction(pool.blob(entry.id)!))
    if (images.some((image) => spent.has(image))) return false
    for (const image of images) spent.add(image)
    return true
  }
}

/** The transactions of a new block. */
export const fillFromPool = (pool: TransactionPool, view: ChainView): Filling =>
  fillTemplate(pool.bestPaying().filter(isSettled), view, taking(pool, { keep: true }))

/**
 * Transactions for mining pools that build their own blocks: enough for the best block, without those
 * that were not broadcast.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::get_block_template_backlog
 */
export function minerBacklog(pool: TransactionPool, { medianWeight }: ChainView): PoolEntry[] {
  const most = medianWeight + medianWeight / 8n
  const entries = pool.entries({ sensitive: true }).filter(isBroadcast)
  const total = sum(entries.map(({ weight }) => weight))
  const take = taking(pool, { keep: false })
  const backlog: PoolEntry[] = []
  let weight = 0n
  for (const entry of total > most ? entries.sort(byFeePerWeight) : entries) {
    if (!take(entry)) continue
    backlog.push(entry)
    weight += entry.weight
    if (weight > most) break
  }
  return backlog
}

/** Highest fee first; equal ones keep their order. */
const byFeePerWeight = (a: PoolEntry, b: PoolEntry) => Number(b.fee * a.weight - a.fee * b.weight)
