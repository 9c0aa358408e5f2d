/**
 * Payments that are built and signed, and wait for the user's confirmation.
 *
 * They stay in the worker. The page receives sums, never the signed transactions.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { i32, list, object, text, u32, u64, type Value } from '#protocol/fields.ts'
import { spendableAge } from '#protocol/rules/limits.ts'
import { accountBalances, balancesOf } from '../../../engine/ledger/balances.ts'
import type { MadePayment } from '../../../engine/payments/spend.ts'
import type { Service } from '../../../engine/service.ts'
import { addressOf } from '../../../engine/tx/outgoing.ts'
import type { Wallet } from '../../../engine/wallet.ts'
import { wireError } from '../../wire-error.ts'
import { linksField } from '../coins/links-field.ts'

export const reviewResult = {
  id: text.describe('Id for send_reviewed and discard_reviewed.'),
  amount: u64.describe('To the recipients, in piconero.'),
  fee: u64.describe('In piconero.'),
  change: u64.describe('Change, in piconero.'),
  inputs: u32.describe('Number of spent outputs.'),
  links: linksField,
  transactions: u32,
  recipients: list(object({ address: text, amount: u64 })).describe(
    'What each recipient receives, in the order of the request. A fee that it pays is subtracted.',
  ),
  balance_left: u64.describe('Balance of the account after the payment, in piconero.'),
  spendable_left: u64.describe('The part of it that is spendable at once, in piconero.'),
  blocks_to_unlock: u64.describe('Blocks after that of the payment until the change is spendable.'),
}
export type Review = Value<typeof reviewResult>

export const sentResult = {
  txids: list(text).describe('Transactions that the node accepted.'),
  undecided: list(text).describe(
    'Transactions to which the node did not answer. The wallet keeps them, and can send them again.',
  ),
  refused: object({ code: i32, message: text, data: text.optional() })
    .optional()
    .describe(
      'Why the other transactions were not sent. The refused one stays as failed; those after it are dropped.',
    ),
}
export type Sent = Value<typeof sentResult>

type Payment = { wallet: Wallet; made: readonly MadePayment[] }

export class Reviews {
  readonly #service: Service
  /** Payments of the open wallet, by review id. */
  readonly #payments = new Map<string, Payment>()

  constructor(service: Service) {
    this.#service = service
    service.watch(() => this.#payments.clear())
  }

  /**
   * Builds and signs a payment with the open wallet, and keeps it.
   *
   * @throws {RpcError} NOT_OPEN when the wallet closes during the call, WATCH_ONLY when it cannot sign alone.
   */
  async add(wallet: Wallet, build: () => Promise<readonly MadePayment[]>): Promise<Review> {
    const made = await build()
    const { linksOfAll } = await import('../../../engine/payments/coins/coin-links.ts')
    // A payment of a closed wallet must not wait among those of the next one.
    if (this.#service.wallet !== wallet) throw notOpen()
    if (made.some(({ unsigned, proposed }) => (unsigned ?? proposed) !== undefined))
      throw new RpcError('WATCH_ONLY', 'This wallet cannot sign a payment by itself')
    const id = bytesToHex(this.#service.ports.random(16))
    this.#payments.set(id, { wallet, made })
    const links = linksOfAll(
      wallet,
      made.map(({ inputs }) => inputs),
    )
    return { id, ...sumsOf(wallet, made), links }
  }

  /**
   * Sends a reviewed payment once, transaction by transaction. A refused one stays as failed, and those after
   * it are dropped. After a lost answer they are still sent: the wallet then keeps
   * all of them. After the wallet is closed, nothing is sent.
   *
   * @throws {RpcError} UNKNOWN_ERROR for an unknown id; the first refusal, when nothing was sent.
   */
  async send(id: string): Promise<Sent> {
    const payment = this.#payments.get(id)
    if (!payment)
      throw new RpcError(
        'UNKNOWN_ERROR',
        'id: expected a payment under review. It was sent or discarded; create it again.',
      )
    this.#payments.delete(id)
    const { wallet, made } = payment
    const sent: Sent = { txids: [], undecided: [], refused: undefined }
    for (const transaction of made) {
      const { txid } = transaction
      try {
        if (this.#service.wallet !== wallet) throw notOpen()
        await wallet.spend.relayMade(transaction)
        sent.txids.push(txid)
      } catch (error) {
        const state = wallet.store.sent.get(txid)?.state ?? 'failed'
        if (state !== 'failed') sent.undecided.push(txid)
        else if (sent.txids.length + sent.undecided.length === 0) throw error
        else return { ...sent, refused: this.#refused(error) }
      }
    }
    return sent
  }

  discard(id: string): void {
    this.#payments.delete(id)
  }

  #refused(error: unknown): NonNullable<Sent['refused']> {
    const { data, ...rest } = wireError(error, this.#service.ports, 'send_reviewed')
    return { ...rest, data }
  }
}

function sumsOf(wallet: Wallet, made: readonly MadePayment[]): Omit<Review, 'id' | 'links'> {
  const change = sum(made.map(({ change }) => change.amount))
  const inputs = made.flatMap(({ inputs }) => inputs)
  const spent = sum(inputs.map(({ amount }) => amount))
  const account = inputs[0]!.subaddress.account
  const held = accountBalances(balancesOf(wallet, { strict: false }), account)
  return {
    amount: sum(made.flatMap(({ payments }) => payments.map(({ amount }) => amount))),
    fee: sum(made.map(({ fee }) => fee)),
    change,
    inputs: inputs.length,
    transactions: made.length,
    recipients: recipientsOf(wallet, made),
    balance_left: sum(held.map(({ total }) => total)) - spent + change,
    spendable_left: sum(held.map(({ unlocked }) => unlocked)) - spent,
    blocks_to_unlock: spendableAge,
  }
}

/** One entry for each address: a payment can be split over several transactions. */
function recipientsOf({ network }: Wallet, made: readonly MadePayment[]): Review['recipients'] {
  const amounts = new Map<string, bigint>()
  for (const payment of made.flatMap(({ payments }) => payments)) {
    const address = addressOf(payment, network)
    amounts.set(address, (amounts.get(address) ?? 0n) + payment.amount)
  }
  return [...amounts].map(([address, amount]) => ({ address, amount }))
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const notOpen = () => new RpcError('NOT_OPEN', 'No wallet file')
