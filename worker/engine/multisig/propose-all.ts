/**
 * Proposes the transactions of one payment, and checks each as the other members will.
 *
 * @module
 */
import { transactionWeight } from '#protocol/chain/weights.ts'
import { transferError } from '../base/daemon-errors.ts'
import type { MadePayment } from '../payments/spend.ts'
import type { WeighedDraft } from '../tx/draft.ts'
import type { Store } from '../store/store.ts'
import { outlinedOf } from '../tx/outgoing.ts'
import type { MemberSecrets } from './group.ts'
import { propose, type ProposeParts } from './propose.ts'
import { reconstruct } from './reconstruct.ts'

/** @throws {RpcError} GENERIC_TRANSFER_ERROR when a member would not accept a transaction. */
export async function proposeAll(
  parts: ProposeParts & { store: Pick<Store, 'outputs'> },
  member: MemberSecrets,
  drafts: readonly WeighedDraft[],
): Promise<MadePayment[]> {
  const made: MadePayment[] = []
  for (const draft of drafts) {
    const proposed = await propose(parts, member, draft)
    const { tx, txKeys } = proposed
    const again = reconstruct(parts.ports.crypto, parts.store, member, proposed)
    if (typeof again === 'string' || transactionWeight(tx) !== draft.weight)
      throw transferError('Created transaction(s) failed sanity check')
    made.push({ ...outlinedOf(draft), tx, txKeys, metadata: () => new Uint8Array(), proposed })
  }
  return made
}
