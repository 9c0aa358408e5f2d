/**
 * Transactions, signed or to be signed, in the words of the form that wallets hand each other.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import {
  borromean,
  bulletproofPlus,
  noRecipient,
  type Construction,
  type SourceEntry,
} from '#protocol/interchange/construction.ts'
import type { PendingTx } from '#protocol/interchange/pending-tx.ts'
import type { OutputRecord } from '../store/records.ts'
import type { BuiltTransaction } from './build.ts'
import type { TransactionDraft } from './draft.ts'
import type { Layout } from './layout.ts'
import type { Ring } from './ring.ts'

/** Place of one of our outputs among all of them in the order of the chain: the reference names it so. */
export type PositionOf = (output: OutputRecord) => number

/** All of a transaction that was signed. */
export function pendingTxOf(built: BuiltTransaction, position: PositionOf): PendingTx {
  const { tx, keys, draft, layout } = built
  return {
    tx,
    fee: draft.fee,
    change: layout.change ?? noRecipient,
    payments: draft.payments,
    keyImages: keyImagesText(tx),
    txKeys: [keys.main, ...keys.additional],
    construction: constructionOf(draft, layout, tx.extra, position),
  }
}

/** Key images as the reference writes them for people to read. */
export const keyImagesText = ({ inputs }: ParsedTransaction): string =>
  inputs.map((input) => (input.kind === 'key' ? `<${bytesToHex(input.keyImage)}> ` : '')).join('')

/** What it takes to make a transaction of a draft. */
export function constructionOf(
  { ringct, inputs, rings, payments, unlockTime }: TransactionDraft,
  { outputs, change }: Layout,
  extra: Uint8Array,
  position: PositionOf,
): Construction {
  const addresses = new Set(inputs.map(({ subaddress }) => subaddress.address))
  return {
    sources: inputs.map((output, i) => sourceOf(output, rings[i]!)),
    outputs,
    payments,
    extra,
    unlockTime,
    change: change ?? noRecipient,
    positions: inputs.map((output) => BigInt(position(output))),
    ringct,
    viewTags: true,
    proof: ringct ? bulletproofPlus : borromean,
    account: inputs[0]!.subaddress.account,
    addresses: [...addresses].sort((a, b) => a - b),
  }
}

function sourceOf(output: OutputRecord, { members, realIndex }: Ring): SourceEntry {
  const { txPublicKey, indexInTx, amount, mask, ringct } = output
  return {
    ring: members,
    // The one key that derives the output: additional ones are not needed beside it.
    realIndex,
    txPublicKey,
    additionalKeys: [],
    indexInTx,
    amount,
    mask,
    ringct,
  }
}
