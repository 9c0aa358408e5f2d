/**
 * A signed transaction with the data that the wallet records.
 *
 * @module
 */
import type { Recipient, RecipientAmount } from '#protocol/interchange/construction.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { formatAddress, type Network } from '#protocol/address.ts'
import type { OutputRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import type { BuiltTransaction } from './build.ts'
import type { WeighedDraft } from './draft.ts'
import { outlineOf } from './weigh.ts'

export type Outgoing = {
  txid: string
  tx: ParsedTransaction
  /** Secret transaction key, then the additional ones. */
  txKeys: Uint8Array[]
  /** Without change, in the caller's order. */
  payments: RecipientAmount[]
  change: RecipientAmount
  fee: bigint
  /** 16 hex digits, zeros for none. */
  paymentId: string
  /** The own outputs that it spends. */
  inputs: OutputRecord[]
}

export function outgoingOf({ txid, tx, keys, draft }: BuiltTransaction): Outgoing {
  const { payments, change, fee, paymentId, inputs } = draft
  return {
    txid,
    tx,
    payments,
    change,
    fee,
    inputs,
    txKeys: [keys.main, ...keys.additional],
    paymentId: bytesToHex(paymentId ?? new Uint8Array(8)),
  }
}

/**
 * The outline of a transaction that another wallet signs. It has no keys yet, so its id and blob are
 * placeholders.
 */
export function outlinedOf(draft: WeighedDraft): Outgoing {
  const { payments, change, fee, paymentId, inputs } = draft
  const tx = outlineOf(draft)
  return {
    txid: bytesToHex(transactionId(tx)),
    tx,
    payments,
    change,
    fee,
    inputs,
    txKeys: [],
    paymentId: bytesToHex(paymentId ?? new Uint8Array(8)),
  }
}

/** Key images in the order of the inputs. */
export const keyImagesOf = ({ tx }: Outgoing): string[] =>
  tx.inputs.flatMap((input) => (input.kind === 'key' ? [bytesToHex(input.keyImage)] : []))

export const weightOf = ({ tx }: Outgoing): number => transactionWeight(tx)

/** The journal entry, written before the transaction is sent. @param now - Unix seconds. */
export function journalEntry(outgoing: Outgoing, network: Network, now: bigint): SentRecord {
  const { txid, tx, payments, change, fee, paymentId, inputs } = outgoing
  // Copies: the wallet wipes its own when it closes, possibly before the caller reads these.
  const txKeys = outgoing.txKeys.map((key) => key.slice())
  const destinations = payments.map((payment) => ({
    address: addressOf(payment, network),
    amount: payment.amount,
  }))
  return {
    txid,
    state: 'journaled',
    blob: tx.blob,
    txKeys,
    destinations,
    fee,
    paymentId,
    account: inputs[0]!.subaddress.account,
    subaddresses: distinct(inputs.map(({ subaddress }) => subaddress)),
    amountIn: sumOfAmounts(inputs),
    amountOut: sumOfAmounts(payments),
    change: change.amount,
    unlockTime: tx.unlockTime,
    keyImages: keyImagesOf(outgoing),
    rings: tx.inputs.map((input) =>
      input.kind === 'key' ? absoluteOffsets(input.keyOffsets) : [],
    ),
    timestamp: now,
  }
}

/** The recipient's address in the caller's form, or in its standard form. */
export function addressOf(recipient: Recipient, network: Network): string {
  const { original, isSubaddress, spendKey, viewKey } = recipient
  const kind = isSubaddress ? 'subaddress' : 'standard'
  return original || formatAddress({ network, kind, spendKey, viewKey })
}

function distinct(indices: readonly SubaddressIndex[]): SubaddressIndex[] {
  const byAddress = new Map(indices.map((index) => [index.address, index]))
  return [...byAddress.values()].sort((a, b) => a.address - b.address)
}
