/**
 * When the locked part of a balance becomes spendable.
 *
 * @module
 */
import { compare, max } from '#protocol/bigint.ts'
import type { Store } from '../../store/store.ts'
import { unspentOf } from '../by-account.ts'
import { blocksToUnlock, isUnlocked, secondsToUnlock, type ChainView } from '../unlock.ts'

/** An amount in piconero that unlocks after both waits; a block takes two minutes. */
export type UnlockingAmount = { amount: bigint; blocks: bigint; seconds: bigint }

const secondsPerBlock = 120n

/** Mined, locked amounts of an account, the next one to unlock first. Frozen outputs never unlock by themselves. */
export function unlockingAmounts(
  outputs: Store['outputs'],
  account: number,
  chain: ChainView,
): UnlockingAmount[] {
  const parts = new Map<string, UnlockingAmount>()
  for (const output of unspentOf(outputs, account)) {
    if (output.frozen || isUnlocked(output, chain)) continue
    const blocks = blocksToUnlock(output, chain)
    const seconds = secondsToUnlock(output, chain)
    const key = `${blocks}:${seconds}`
    const amount = (parts.get(key)?.amount ?? 0n) + output.amount
    parts.set(key, { amount, blocks, seconds })
  }
  return [...parts.values()].sort((a, b) => compare(waitOf(a), waitOf(b)))
}

const waitOf = ({ blocks, seconds }: UnlockingAmount) => max(blocks * secondsPerBlock, seconds)
