/**
 * Takes abandoned blocks out of the books, so that they say what the blocks that are left say.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/**
 * Stages that no block from `height` on was ever seen.
 *
 * Outputs received there are gone, outputs spent there are not. A transaction of our own making
 * waits again to be mined, its outputs kept for it; one that we only saw, mined or waiting, is
 * forgotten until it is seen again.
 *
 * @see monero src/wallet/wallet2.cpp detach_blockchain
 */
export function detachBlocks(change: Change, store: Store, height: bigint): void {
  for (const [name, received] of store.received.rows)
    if (received.height >= height) change.delete(store.received, name)

  const waiting = new Set<string>()
  for (const [name, sent] of store.sent.rows) {
    if (sent.height !== undefined && sent.height < height) continue
    if (sent.blob.length === 0) change.delete(store.sent, name)
    else {
      if (sent.state === 'mined') change.put<SentRecord>(store.sent, name, backToPending(sent))
      waiting.add(name)
    }
  }
  for (const [name, output] of store.outputs.rows) {
    const left = before(output, height)
    if (!left) {
      change.delete(store.outputs, name)
      continue
    }
    const spent = spentBefore(left, height, waiting)
    if (left === output && spent === output.spent) continue
    const { spent: _, ...unspent } = left
    change.put<OutputRecord>(store.outputs, name, spent ? { ...unspent, spent } : unspent)
  }
}

// What there was of an output before `height`: all of it, the one it replaced, or nothing.
function before(output: OutputRecord, height: bigint): OutputRecord | undefined {
  if (output.height < height) return output
  return output.replaced && before(output.replaced, height)
}

/** @param waiting - Transactions of ours that wait to be mined. */
function spentBefore(
  { spent }: OutputRecord,
  height: bigint,
  waiting: ReadonlySet<string>,
): OutputRecord['spent'] {
  if (!spent || (spent.height !== undefined && spent.height < height)) return spent
  // Which block it was spent in, the daemon did not say.
  if (spent.txid === '') return spent
  if (!waiting.has(spent.txid)) return undefined
  return spent.height === undefined ? spent : { txid: spent.txid }
}

// The change it was made with: while mined, a payment to ourselves counts as nothing but change.
function backToPending({ height: _, ...sent }: SentRecord): SentRecord {
  const { destinations, amountIn, fee } = sent
  if (destinations.length === 0) return { ...sent, state: 'pending' }
  const amountOut = sumOfAmounts(destinations)
  return { ...sent, state: 'pending', amountOut, change: amountIn - fee - amountOut }
}
