/**
 * The amount of an own output: in the clear, or decrypted from RingCT.
 *
 * @module
 */
import { bytesToU64, sameBytes } from '#protocol/bytes.ts'
import { hasShortAmounts } from '#protocol/chain/ringct.ts'
import { commitmentSize } from '#protocol/feed/row.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'

/** `ringct` is false for an amount in the clear that no RingCT ring can hold. */
export type AmountAndMask = { amount: bigint; mask: Uint8Array; ringct: boolean }

/** The scalar 1, the mask of every amount in the clear. */
export const one = new Uint8Array(32)
one[0] = 1

/**
 * Amount and mask of an output.
 *
 * @param sharedSecret - Hs(derivation, index), 32 bytes.
 * @returns Undefined for an amount of zero, and where the commitment does not match the
 *   decrypted amount: such an output could never be spent.
 * @see monero src/wallet/wallet2.cpp scan_output, decodeRct
 */
export function outputAmount(
  crypto: Crypto,
  tx: Transaction,
  index: number,
  coinbase: boolean,
  sharedSecret: Uint8Array,
): AmountAndMask | undefined {
  const clear = tx.outputs[index]!.amount
  if (clear > 0n) return { amount: clear, mask: one, ringct: coinbase && tx.version === 2 }
  if (coinbase || !tx.ringct || tx.ringct.type === 0) return undefined

  const { amount, mask } = hasShortAmounts(tx.ringct.type)
    ? shortAmount(crypto, tx, index, sharedSecret)
    : longAmount(crypto, tx, index, sharedSecret)
  const commitment = tx.ringct.outputCommitments[index]!
  if (amount === 0n || !isCommitment(crypto.commit(amount, mask), commitment)) return undefined
  return { amount, mask, ringct: true }
}

/** Whether a transaction or a row has this commitment. A row has its first bytes. */
const isCommitment = (own: Uint8Array, given: Uint8Array) =>
  sameBytes(given.length === commitmentSize ? own.subarray(0, commitmentSize) : own, given)

// From type 4 on: 8 bytes, and a mask derived from the shared secret.
function shortAmount(crypto: Crypto, tx: Transaction, index: number, sharedSecret: Uint8Array) {
  const bytes = crypto.xorAmount(tx.ringct!.ecdh[index]!.amount, sharedSecret)
  return { amount: bytesToU64(bytes), mask: crypto.commitmentMask(sharedSecret) }
}

// Up to type 3: amount and mask are encrypted as scalars. @see monero src/ringct/rctOps.cpp ecdhDecode
function longAmount(crypto: Crypto, tx: Transaction, index: number, sharedSecret: Uint8Array) {
  const { mask, amount } = tx.ringct!.ecdh[index]!
  const first = crypto.hashToScalar(sharedSecret)
  const second = crypto.hashToScalar(first)
  const bytes = crypto.scalarSubtract(amount, second)
  return {
    amount: bytesToU64(bytes),
    mask: crypto.scalarSubtract(mask ?? one, first),
  }
}
