/**
 * Blocks that were compared with the ledger, whole. The record outlives restarts, and follows detached blocks.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import type { Change, Store } from '../store/store.ts'

/** Stages that blocks from `height` on are not verified any more: they were replaced. */
export function detachVerified(
  change: Change,
  { verified }: Pick<Store, 'verified'>,
  height: bigint,
): void {
  const known = change.getValue(verified)
  if (!known || height >= known.top) return
  if (height <= known.first) {
    change.delete(verified, verified.key)
    return
  }
  const { first, below, next, parent } = known
  change.setValue(verified, {
    first,
    below: min(below, height),
    next: min(next, height),
    top: height,
    ...(parent && height >= next && { parent }),
  })
}
