/**
 * Transaction public keys that may derive an output.
 *
 * @module
 */
import type { ExportedOutput } from '#protocol/interchange/outputs.ts'

/** The transaction's main public key, then the output's additional key. */
export const keysToTry = ({
  txPublicKey,
  additionalKeys,
  indexInTx,
}: Pick<ExportedOutput, 'txPublicKey' | 'additionalKeys' | 'indexInTx'>): Uint8Array[] => [
  txPublicKey,
  ...additionalKeys.slice(indexInTx, indexInTx + 1),
]
