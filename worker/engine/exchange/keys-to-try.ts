/**
 * Transaction public keys that an output may belong to.
 *
 * @module
 */
import type { ToldOutput } from '#protocol/interchange/outputs.ts'

/** The transaction's own, then the output's. */
export const keysToTry = ({
  txPublicKey,
  additionalKeys,
  indexInTx,
}: Pick<ToldOutput, 'txPublicKey' | 'additionalKeys' | 'indexInTx'>): Uint8Array[] => [
  txPublicKey,
  ...additionalKeys.slice(indexInTx, indexInTx + 1),
]
