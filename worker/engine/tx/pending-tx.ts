/**
 * Signed and unsigned transactions in the form that wallets exchange.
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

/** Position of an own output among all of them in chain order, which identifies it in the reference. */
export type PositionOf = (output: OutputRecord) => number

/** The exchange form of a signed transaction. */
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

/** Key images as text, as the reference shows them. */
export const keyImagesText = ({ inputs }: ParsedTransaction): string =>
  inputs.map((input) => (input.kind === 'key' ? `<${bytesToHex(input.keyImage)}> ` : '')).join('')

/** The construction data of a draft. */
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
    // The key that derives the output: additional keys are not needed.
    realIndex,
    txPublicKey,
    additionalKeys: [],
    indexInTx,
    amount,
    mask,
    ringct,
  }
}
