/**
 * What a payment's outputs are and which public keys its extra needs, before any key is derived.
 *
 * Weighing and building both go by it, so that the fee is paid for what is built.
 *
 * @module
 */
import type { TransactionDraft } from './draft.ts'
import { decompose } from './decompose.ts'
import { sameRecipient, type Recipient, type RecipientAmount } from './recipient.ts'

export type Layout = {
  /** Whether amounts are hidden. */
  ringct: boolean
  /** Payments, then change or an output of nothing; in no order that may be published. */
  outputs: RecipientAmount[]
  /** Whose output is derived with our own view key: our change address, or nobody. */
  change: RecipientAmount | undefined
  /** The one payee, if it is a subaddress: the transaction key is then made from its spend key. */
  soleSubaddress: Recipient | undefined
  /** Whether each output has a public key of its own. */
  additionalKeys: boolean
  /** For whom a payment id, real or dummy, is encrypted; undefined when it cannot be for one. */
  idPayee: Recipient | undefined
}

/** Lays out a draft. @param nobody - Takes an output of nothing. */
export const layoutOf = (
  { ringct, payments, change }: Pick<TransactionDraft, 'ringct' | 'payments' | 'change'>,
  nobody: Recipient,
): Layout => (ringct ? layOut(payments, change, nobody) : layOutPlain(payments))

/**
 * Lays out payments of version 1: nodes take but a digit and zeros in one output. There is no change.
 *
 * @param payments - To one standard address, our own.
 * @see monero src/wallet/wallet2.cpp transfer_selected
 */
const layOutPlain = (payments: readonly RecipientAmount[]): Layout => ({
  ringct: false,
  outputs: payments.flatMap((payment) =>
    decompose(payment.amount).map((amount) => ({ ...payment, amount })),
  ),
  change: undefined,
  soleSubaddress: undefined,
  additionalKeys: false,
  idPayee: payments[0],
})

/**
 * Lays out payments and change of RingCT.
 *
 * A transaction has two outputs at least: without change, nothing goes to nobody, so that not even
 * the recipient can tell which inputs are real from there being no change.
 *
 * @param change - Amount that comes back, and the address it comes back to.
 * @param nobody - Takes the output of nothing.
 * @see monero src/wallet/wallet2.cpp transfer_selected_rct
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp construct_tx_with_tx_key
 */
export function layOut(
  payments: readonly RecipientAmount[],
  change: RecipientAmount,
  nobody: Recipient,
): Layout {
  const extra =
    change.amount > 0n ? change : payments.length === 1 ? { ...nobody, amount: 0n } : undefined
  const outputs = extra ? [...payments, extra] : [...payments]
  const recipients = distinct(
    payments.filter((payment) => !extra || !sameRecipient(payment, extra)),
  )
  const subaddresses = recipients.filter(({ isSubaddress }) => isSubaddress)
  const alone = recipients.length === 1
  return {
    ringct: true,
    outputs,
    change: extra,
    soleSubaddress: alone ? subaddresses[0] : undefined,
    additionalKeys: subaddresses.length > 0 && !alone,
    // A payment to our own change address counts as one to ourselves.
    idPayee: alone ? recipients[0] : recipients.length === 0 ? extra : undefined,
  }
}

/** @see monero src/cryptonote_core/cryptonote_tx_utils.cpp classify_addresses */
function distinct(payments: readonly RecipientAmount[]): Recipient[] {
  const recipients: Recipient[] = []
  for (const payment of payments)
    if (!recipients.some((recipient) => sameRecipient(recipient, payment))) recipients.push(payment)
  return recipients
}

/** Whether an id, real or dummy, stands in the extra: not when there are more outputs than two. */
export const hasPaymentId = (layout: Layout, paymentId: Uint8Array | undefined): boolean =>
  layout.idPayee !== undefined && (paymentId !== undefined || layout.outputs.length <= 2)
