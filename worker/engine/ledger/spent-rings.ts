/**
 * Deletes the ring records that are no longer needed.
 *
 * @module
 */
import { spendableAge } from '#protocol/rules/limits.ts'
import type { Change, Store } from '../store/store.ts'

/**
 * Stages the deletion of ring records whose outputs are spent ten blocks deep.
 *
 * @param height - Of the chain, in blocks.
 */
export function deleteSpentRings(
  change: Change,
  { rings, outputs }: Pick<Store, 'rings' | 'outputs'>,
  height: bigint,
): void {
  for (const key of rings.keys()) {
    const spentAt = change.get(outputs, key)?.spent?.height
    if (spentAt !== undefined && spentAt + spendableAge <= height) change.delete(rings, key)
  }
}
