/**
 * A transaction as the scan feed has it: what a wallet needs to find, believe and show its outputs and spends.
 *
 * @module
 */
import { additionalKeys, parseExtra, paymentId, publicKeys } from '../chain/extra.ts'
import type { ExtraPaymentId } from '../chain/extra.ts'
import { ChainError } from '../chain/reader.ts'
import type { RingCt, RingCtType } from '../chain/ringct.ts'
import {
  isCoinbase,
  transactionFee,
  type ParsedTransaction,
  type Transaction,
} from '../chain/transaction.ts'
import { transactionSize } from '../chain/weights.ts'

/** `complete`: nothing more is fetched because of a match. `scan`: what finding alone needs. */
export type FeedKind = 'complete' | 'scan'

/** An amount in the clear. `index`: of the output among those of its amount, for version 1, whose spends need it. */
type ClearMoney = { amount: bigint; index?: bigint }

/** An encrypted amount, and the first bytes of its commitment. `mask`: 32 bytes, up to RingCT type 3. */
type HiddenMoney = { mask?: Uint8Array; encrypted: Uint8Array; commitment: Uint8Array }

export type FeedOutput = {
  /** One-time public key. */
  key: Uint8Array
  viewTag?: number
  /** In complete rows. */
  money?: ClearMoney | HiddenMoney
}

/** The part of a complete row that a scan row lacks. */
export type FeedDetails = {
  /** Of the transaction, 32 bytes. */
  id: Uint8Array
  /** In piconero; 0 for a miner transaction. */
  fee: bigint
  /** Bytes of the whole transaction. */
  size: bigint
  /** A height below 500 000 000, Unix seconds above, 0 for none. */
  unlockTime: bigint
  paymentId?: ExtraPaymentId
}

export type FeedRow = {
  version: 1 | 2
  /** Of RingCT; 0 for a miner transaction and for version 1. */
  type: RingCtType
  /** The transaction's public keys in order; wallets try each. */
  publicKeys: Uint8Array[]
  /** One for each output, if some pay subaddresses; an extra can hold any number. */
  additionalKeys: Uint8Array[]
  outputs: FeedOutput[]
  /** The first bytes of each key image; none in a miner transaction. */
  keyImages: Uint8Array[]
  details?: FeedDetails
}

/** Bytes of a key image in a row. A chance match costs a look at the whole block. */
export const keyImageSize: { readonly [kind in FeedKind]: number } = { complete: 8, scan: 4 }

/** Bytes of a commitment. With fewer, a sender, who chooses both, could find two amounts for one prefix. */
export const commitmentSize = 20

/**
 * The complete row of a transaction.
 *
 * @param tx - Whole or pruned.
 * @param id - Its id, 32 bytes.
 * @param indices - Global indices of its outputs as monerod counts them: by amount in version 1.
 * @throws ChainError For a transaction that no block can hold.
 */
export function rowOf(tx: ParsedTransaction, id: Uint8Array, indices: readonly bigint[]): FeedRow {
  if (tx.version === 2 && !tx.ringct) throw new ChainError('inputs', 'expected one, got none')
  if (indices.length !== tx.outputs.length)
    throw new ChainError('indices', `expected ${tx.outputs.length}, got ${indices.length}`)
  const { fields } = parseExtra(tx.extra)
  const found = paymentId(fields)
  return {
    version: tx.version,
    type: tx.ringct?.type ?? 0,
    publicKeys: publicKeys(fields),
    additionalKeys: additionalKeys(fields),
    outputs: tx.outputs.map(({ key, viewTag }, at) => ({
      key,
      ...(viewTag !== undefined && { viewTag }),
      money: moneyOf(tx, at, indices[at]!),
    })),
    keyImages: isCoinbase(tx) ? [] : tx.inputs.map(keyImageStart),
    details: {
      id,
      fee: transactionFee(tx),
      size: BigInt(transactionSize(tx)),
      unlockTime: tx.unlockTime,
      ...(found && { paymentId: found }),
    },
  }
}

function keyImageStart(input: Transaction['inputs'][number]): Uint8Array {
  if (input.kind !== 'key') throw new ChainError('inputs', 'expected key images, got new coins')
  return input.keyImage.subarray(0, keyImageSize.complete)
}

function moneyOf({ version, outputs, ringct }: Transaction, at: number, index: bigint) {
  const { amount } = outputs[at]!
  if (version === 1) return { amount, index }
  return ringct!.type === 0 ? { amount } : hiddenMoney(ringct!, at)
}

function hiddenMoney({ ecdh, outputCommitments }: RingCt, at: number): HiddenMoney {
  const { mask, amount } = ecdh[at]!
  return {
    ...(mask && { mask }),
    encrypted: amount,
    commitment: outputCommitments[at]!.subarray(0, commitmentSize),
  }
}

/** The scan row of a complete row. */
export const scanRowOf = ({ version, type, publicKeys, ...row }: FeedRow): FeedRow => ({
  version,
  type,
  publicKeys,
  additionalKeys: row.additionalKeys,
  outputs: row.outputs.map(({ key, viewTag }) => ({
    key,
    ...(viewTag !== undefined && { viewTag }),
  })),
  keyImages: row.keyImages.map((image) => image.subarray(0, keyImageSize.scan)),
})
