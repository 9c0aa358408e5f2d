/**
 * Signs a planned transaction and verifies the result. Loaded on demand.
 *
 * @module
 */
import { writeMetadata } from '#protocol/interchange/pending-tx.ts'
import type { Ports } from '../base/ports.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import { buildTransaction } from '../tx/build.ts'
import type { WeighedDraft } from '../tx/draft.ts'
import { outgoingOf } from '../tx/outgoing.ts'
import { pendingTxOf, type PositionOf } from '../tx/pending-tx.ts'
import { verifyBuilt } from '../tx/verify.ts'
import type { MadePayment } from './spend.ts'

/**
 * Signs `draft`, and verifies the transaction before anything is sent.
 *
 * @param positions - The places of the wallet's outputs, read when the metadata is written.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR if a part of the signed transaction is wrong.
 */
export function signDraft(
  ports: Pick<Ports, 'crypto' | 'random'>,
  secrets: SpendSecrets,
  draft: WeighedDraft,
  positions: () => PositionOf,
): MadePayment {
  const built = buildTransaction(ports, secrets, draft)
  verifyBuilt(ports.crypto, secrets, built)
  return { ...outgoingOf(built), metadata: () => writeMetadata(pendingTxOf(built, positions())) }
}
