/**
 * Makes transactions to order, right or wrong: everything is decided by the caller, nothing is checked.
 *
 * @module
 */
import { clsagMessage } from '#protocol/chain/hashes.ts'
import { relativeOffsets } from '#protocol/chain/offsets.ts'
import type { RingCt, RingCtPrunable } from '#protocol/chain/ringct.ts'
import { shapeOf, type TransactionPrefix } from '#protocol/chain/transaction.ts'
import { writePrefix, writeRingCtBase, writeTransaction } from '#protocol/chain/write.ts'
import type { Crypto, RingMember } from '#wasm/types.ts'

/** An output whose secrets we know. */
export type Coin = {
  /** Global index among RingCT outputs. */
  index: bigint
  key: Uint8Array
  secret: Uint8Array
  commitment: Uint8Array
  mask: Uint8Array
  amount: bigint
}

export type Spending = {
  coin: Coin
  keyImage: Uint8Array
  /** Global indices, ascending, the coin's among them. */
  indices: bigint[]
  ring: RingMember[]
}

/** An output to be made; its one-time secret is ours. */
export type Paying = { secret: Uint8Array; mask: Uint8Array; amount: bigint }

/** What was paid, as a coin. @param index - Its global index. */
export function paidCoin(crypto: Crypto, { secret, mask, amount }: Paying, index: bigint): Coin {
  const key = crypto.multiplyBase(secret)
  return { index, key, secret, commitment: crypto.commit(amount, mask), mask, amount }
}

export type Plan = {
  /** Signed in this order. */
  spends: Spending[]
  pays: Paying[]
  fee: bigint
  extra: Uint8Array
  unlockTime: bigint
}

/** What is changed on the way; what comes before the signatures is signed as changed. */
export type Twist = {
  prefix?: (prefix: TransactionPrefix) => void
  base?: (base: RingCt) => void
  /** Whose amounts the range proof is about, instead of those paid. */
  proven?: (pays: Paying[]) => Paying[]
  prunable?: (prunable: RingCtPrunable) => void
  /** After the signatures. */
  last?: (prefix: TransactionPrefix, ringct: RingCt) => void
}

/** The transaction that the plan says, as bytes. */
export function forge(crypto: Crypto, plan: Plan, twist: Twist = {}): Uint8Array {
  const prefix = prefixOf(crypto, plan)
  twist.prefix?.(prefix)
  const base: RingCt = {
    type: 6,
    fee: plan.fee,
    pseudoOutputs: [],
    ecdh: plan.pays.map(() => ({ amount: crypto.randomScalar().slice(0, 8) })),
    outputCommitments: plan.pays.map(({ amount, mask }) => crypto.commit(amount, mask)),
  }
  twist.base?.(base)
  const proven = twist.proven?.(plan.pays) ?? plan.pays
  const { proof } = crypto.proveRange(
    proven.map(({ amount }) => amount),
    proven.map(({ mask }) => mask),
  )
  const message = clsagMessage(
    crypto.keccak256(writePrefix(prefix)),
    writeRingCtBase(base, shapeOf(prefix)),
    [proof],
    (data) => crypto.keccak256(data),
  )
  const prunable: RingCtPrunable = {
    rangeProofs: [],
    bulletproofs: [],
    bulletproofsPlus: [proof],
    mlsags: [],
    ...signed(crypto, plan, message),
  }
  twist.prunable?.(prunable)
  const ringct = { ...base, prunable }
  twist.last?.(prefix, ringct)
  return writeTransaction({ ...prefix, ringct })
}

const prefixOf = (crypto: Crypto, plan: Plan): TransactionPrefix => ({
  version: 2,
  unlockTime: plan.unlockTime,
  inputs: plan.spends.map(({ keyImage, indices }) => ({
    kind: 'key',
    amount: 0n,
    keyOffsets: relativeOffsets(indices),
    keyImage,
  })),
  outputs: plan.pays.map(({ secret }) => ({
    amount: 0n,
    key: crypto.multiplyBase(secret),
    viewTag: secret[0]!,
  })),
  extra: plan.extra,
})

/** Signatures, and pseudo outputs whose masks add up to those of the outputs. */
function signed(crypto: Crypto, { spends, pays }: Plan, message: Uint8Array) {
  const sum = (masks: Uint8Array[]) =>
    masks.reduce((total, mask) => crypto.scalarAdd(total, mask), new Uint8Array(32))
  const masks = spends.slice(1).map(() => crypto.randomScalar())
  masks.push(crypto.scalarSubtract(sum(pays.map(({ mask }) => mask)), sum(masks)))
  const pseudoOutputs = spends.map(({ coin }, i) => crypto.commit(coin.amount, masks[i]!))
  const clsags = spends.map(({ coin, indices, ring }, i) => {
    const { signature } = crypto.signClsag({
      message,
      ring,
      realIndex: indices.indexOf(coin.index),
      secret: coin.secret,
      mask: coin.mask,
      pseudoOutput: pseudoOutputs[i]!,
      pseudoMask: masks[i]!,
    })
    return signature
  })
  return { clsags, pseudoOutputs }
}
