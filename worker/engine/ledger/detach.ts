/**
 * Removes replaced blocks from the ledger, so that it matches the remaining blocks.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import { spendableAge } from '#protocol/rules/limits.ts'
import { removeOutput } from './frozen.ts'
import { detachVerified } from './verified-blocks.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'

/**
 * Stages the removal of all blocks from `height` on.
 *
 * Outputs received there are removed, outputs spent there become unspent. Frozen ones stay frozen. A transaction of this wallet
 * becomes pending again and keeps its outputs. A transaction that was only observed is removed until it is
 * found again. Rings keep their indices; the keys of their members may have changed.
 *
 * @see monero src/wallet/wallet2.cpp detach_blockchain
 */
export function detachBlocks(change: Change, store: Store, height: bigint): void {
  detachVerified(change, store, height)
  for (const [name, received] of store.received.rows)
    if (received.height >= height) change.delete(store.received, name)

  for (const [name, { answer, ...record }] of store.rings.rows)
    if (answer && record.height >= height + spendableAge) change.put(store.rings, name, record)

  const waiting = new Set<string>()
  for (const [name, sent] of store.sent.rows) {
    if (sent.height !== undefined && sent.height < height) continue
    if (sent.blob.length === 0) change.delete(store.sent, name)
    else {
      if (sent.state === 'mined') change.put(store.sent, name, backToPending(sent))
      waiting.add(name)
    }
  }
  for (const [name, output] of store.outputs.rows) {
    const left = before(output, height)
    if (!left) {
      removeOutput(change, store, name)
      continue
    }
    const spent = spentBefore(left, height, waiting)
    if (left === output && spent === output.spent) continue
    const { spent: _, ...unspent } = { ...left, frozen: output.frozen }
    change.put(store.outputs, name, spent ? { ...unspent, spent } : unspent)
  }
}

// The state of an output before `height`: itself, the output it replaced, or undefined.
function before(output: OutputRecord, height: bigint): OutputRecord | undefined {
  if (output.height < height) return output
  return output.replaced && before(output.replaced, height)
}

/** @param waiting - Pending own transactions. */
function spentBefore(
  { spent }: OutputRecord,
  height: bigint,
  waiting: ReadonlySet<string>,
): OutputRecord['spent'] {
  if (!spent || (spent.height !== undefined && spent.height < height)) return spent
  // The daemon did not say in which block it was spent.
  if (spent.txid === '') return spent
  if (!waiting.has(spent.txid)) return undefined
  return spent.height === undefined ? spent : { txid: spent.txid }
}

// The original change: once mined, a payment to this wallet itself counts as change.
function backToPending({ height: _, ...sent }: SentRecord): SentRecord {
  const { destinations, amountIn, fee } = sent
  if (destinations.length === 0) return { ...sent, state: 'pending' }
  const amountOut = sumOfAmounts(destinations)
  return { ...sent, state: 'pending', amountOut, change: amountIn - fee - amountOut }
}
