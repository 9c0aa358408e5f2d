/**
 * Removes applied blocks that turned out to be false.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import type { Clock } from '../../base/ports.ts'
import { detachBlocks } from '../../ledger/detach.ts'
import { noteReplaced } from '../../store/history.ts'
import type { AppliedSlice } from '../apply-slice.ts'
import type { SyncParts } from '../sync-parts.ts'
import { forgetSeen } from '../unknown-spends.ts'

export type RemoveParts = Pick<SyncParts, 'store' | 'chain' | 'exclusive'> & {
  ports: { clock: Clock }
}

/**
 * Removes all blocks from `height` on in one commit. Where no known block is below, the wallet scans again from its
 * start.
 *
 * @returns Undefined if there are no such blocks.
 */
export function removeBlocks(
  { store, chain, ports, exclusive }: RemoveParts,
  height: bigint,
): Promise<AppliedSlice | undefined> {
  return exclusive(() =>
    store.commit((change) => {
      const isKnownBelow = height > chain.first
      // Outputs at height 0 are imported and not scanned yet.
      const start = max(1n, min(store.info.value.restoreHeight, chain.first))
      const from = isKnownBelow ? height : start
      if (from >= chain.height) return undefined
      detachBlocks(change, store, from)
      forgetSeen(change, store, from)
      chain.crop(change, isKnownBelow ? height : 0n)
      const reorganised = { height: from, detached: Number(chain.height - from) }
      noteReplaced(change, store, ports.clock.now(), reorganised)
      const update = { outputs: 0, spendings: 0, receipts: [], warnings: [] }
      return { blocks: 0, transactions: 0, update, reorganised }
    }),
  )
}
