/**
 * Transaction public keys that an output may belong to.
 *
 * @module
 */
import type { ExportedOutput } from '#protocol/interchange/outputs.ts'

/** The transaction's own, then the output's. */
export const keysToTry = ({
  txPublicKey,
  additionalKeys,
  indexInTx,
}: Pick<ExportedOutput, 'txPublicKey' | 'additionalKeys' | 'indexInTx'>): Uint8Array[] => [
  txPublicKey,
  ...additionalKeys.slice(indexInTx, indexInTx + 1),
]
