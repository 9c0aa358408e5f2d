/**
 * Two outputs as one wallet exports them to another, with every field in use.
 *
 * @module
 */
import type { ExportedOutputs } from '#protocol/interchange/outputs.ts'

/** A key of one repeated byte. */
export const keyOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

export const exportedOutputs: ExportedOutputs = {
  offset: 3,
  total: 5,
  outputs: [
    {
      key: keyOf(1),
      indexInTx: 0,
      globalIndex: 2n ** 40n,
      txPublicKey: keyOf(2),
      additionalKeys: [],
      amount: 2n ** 63n,
      spent: true,
      frozen: false,
      ringct: true,
      keyImageKnown: false,
      requested: true,
      subaddress: { account: 1, address: 300 },
    },
    {
      key: keyOf(3),
      indexInTx: 2,
      globalIndex: 0n,
      txPublicKey: keyOf(4),
      additionalKeys: [keyOf(5), keyOf(6), keyOf(7)],
      amount: 0n,
      spent: false,
      frozen: true,
      ringct: false,
      keyImageKnown: false,
      requested: false,
      subaddress: { account: 0, address: 0 },
    },
  ],
}
