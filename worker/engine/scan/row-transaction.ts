/**
 * Transactions from rows of the scan feed, for those that concern the wallet.
 *
 * @module
 */
import { paymentIdNonce, writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { Reader } from '#protocol/chain/reader.ts'
import type { RingCt } from '#protocol/chain/ringct.ts'
import type { TxInput, TxOutput } from '#protocol/chain/transaction.ts'
import { readRow } from '#protocol/feed/row-format.ts'
import type { FeedKind, FeedRow } from '#protocol/feed/row.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { RowTransaction } from './incoming-transaction.ts'
import { blockOf, heightIn, type Slice } from './slice.ts'

/** A row as an object. @throws ChainError */
export function rowIn(slice: Slice, at: number, kind: FeedKind = 'complete'): FeedRow {
  const reader = new Reader(slice.bytes, slice.transactions[at])
  const unlockTime = slice.namedIds[at] === 0 ? usualUnlockTime(slice, at) : 0n
  return readRow(reader, { kind, unlockTime })
}

const usualUnlockTime = (slice: Slice, at: number) =>
  heightIn(slice, blockOf(slice, at)) + minedUnlockWindow

/**
 * The transaction of a row.
 *
 * @param keyImageAt - The own key image, in hex, that begins at a position; undefined for a foreign one.
 * @throws ChainError
 */
export function rowTransactionIn(
  slice: Slice,
  at: number,
  keyImageAt: (position: number) => string | undefined,
): RowTransaction {
  const row = rowIn(slice, at)
  const { firstKeyImage, keyImages } = slice.rows!
  const { fee, size, unlockTime } = row.details!
  const inputs = row.keyImages.map((beginning, i): TxInput => {
    const own = keyImageAt(keyImages[firstKeyImage[at]! + i]!)
    const keyImage = own === undefined ? beginning : hexToBytes(own)
    return { kind: 'key', amount: 0n, keyOffsets: [], keyImage }
  })
  const height = heightIn(slice, blockOf(slice, at))
  return {
    version: row.version,
    unlockTime,
    inputs: slice.namedIds[at] === 0 ? [{ kind: 'gen', height }] : inputs,
    outputs: row.outputs.map(({ key, viewTag, money }): TxOutput => ({
      amount: money && 'amount' in money ? money.amount : 0n,
      key,
      ...(viewTag !== undefined && { viewTag }),
    })),
    extra: writeExtra(extraOf(row)),
    ...(row.version === 2 && { ringct: ringCtOf(row) }),
    row: { fee, size: Number(size) },
  }
}

function extraOf({ publicKeys, additionalKeys, details }: FeedRow): ExtraField[] {
  const fields: ExtraField[] = publicKeys.map((key) => ({ kind: 'publicKey', key }))
  if (additionalKeys.length > 0) fields.push({ kind: 'additionalKeys', keys: additionalKeys })
  const { paymentId } = details!
  if (paymentId) fields.push(paymentIdNonce(paymentId))
  return fields
}

function ringCtOf({ type, outputs, details }: FeedRow): RingCt {
  const hidden = outputs.flatMap(({ money }) => (money && 'encrypted' in money ? [money] : []))
  return {
    type,
    fee: details!.fee,
    pseudoOutputs: [],
    ecdh: hidden.map(({ mask, encrypted }) => ({ ...(mask && { mask }), amount: encrypted })),
    outputCommitments: hidden.map(({ commitment }) => commitment),
  }
}
