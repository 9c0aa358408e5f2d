/**
 * What an output of ours is worth: from the clear, or from RingCT's hidden amount.
 *
 * @module
 */
import { bytesToU64, sameBytes } from '#protocol/bytes.ts'
import { hasShortAmounts } from '#protocol/chain/ringct.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'

/** `ringct` is false for an amount in the clear that no RingCT ring can hold. */
export type AmountAndMask = { amount: bigint; mask: Uint8Array; ringct: boolean }

/** The scalar 1, mask of every amount that stands in the clear. */
export const one = new Uint8Array(32)
one[0] = 1

/**
 * Amount and mask of an output.
 *
 * @param sharedSecret - Hs(derivation, index), 32 bytes.
 * @returns Undefined for an output worth nothing, and for one whose commitment is not to the
 *   amount it tells: such an output could never be spent.
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
  if (amount === 0n || !sameBytes(crypto.commit(amount, mask), commitment)) return undefined
  return { amount, mask, ringct: true }
}

// From type 4: 8 bytes, and a mask that follows from the shared secret.
function shortAmount(crypto: Crypto, tx: Transaction, index: number, sharedSecret: Uint8Array) {
  const bytes = crypto.xorAmount(tx.ringct!.ecdh[index]!.amount, sharedSecret)
  return { amount: bytesToU64(bytes), mask: crypto.commitmentMask(sharedSecret) }
}

// Up to type 3: both hidden by scalars. @see monero src/ringct/rctOps.cpp ecdhDecode
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
