/**
 * Payments that are built and signed and wait for the person's yes.
 *
 * They stay in the worker: the page sees sums, never the signed transactions.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import type { Service } from '../engine/service.ts'
import type { Wallet } from '../engine/wallet.ts'
import { dispatch, type Outcome } from '../rpc/dispatch.ts'
import type { Review, ReviewOutcome, SendOutcome, Sent } from './host.ts'

type Failure = Extract<Outcome, { error: unknown }>

/** What `transfer_split` and `sweep_all` answer, as far as it is needed here. */
type Built = {
  tx_hash_list?: string[]
  amount_list?: bigint[]
  fee_list?: bigint[]
  tx_metadata_list?: string[]
  spent_key_images_list?: { key_images?: string[] }[]
}

/** A signed transaction, as `relay_tx` takes it. */
type Waiting = { txid: string; hex: string }

export class Reviews {
  readonly #service: Service
  /** The transactions, by review. Only of the wallet they were built by. */
  readonly #built = new Map<string, Waiting[]>()

  constructor(service: Service) {
    this.#service = service
    service.watch(() => this.#built.clear())
  }

  /** Builds and signs what the call would send. */
  async review(method: 'transfer_split' | 'sweep_all', params: unknown): Promise<ReviewOutcome> {
    const { wallet } = this.#service
    const outcome = await dispatch(this.#service, method, {
      ...(params as object),
      do_not_relay: true,
      get_tx_metadata: true,
    })
    if ('error' in outcome) return outcome
    // Closed meanwhile: it is not to wait among the payments of the next one.
    if (!wallet || this.#service.wallet !== wallet) return notOpen
    const built = outcome.result as Built
    const txids = built.tx_hash_list ?? []
    const waiting = txids.map((txid, i) => ({ txid, hex: built.tx_metadata_list![i]! }))
    const id = bytesToHex(this.#service.ports.random(16))
    this.#built.set(id, waiting)
    return { result: { id, transactions: waiting.length, ...sumsOf(built, wallet) } }
  }

  /**
   * Relays a reviewed payment, transaction by transaction. After a refusal the rest stays here and is
   * forgotten; after a lost answer the rest follows, so that all of it is kept and sent again. Once its
   * wallet is closed, nothing more of it leaves.
   */
  async send(id: string): Promise<SendOutcome> {
    const waiting = this.#built.get(id)
    if (!waiting)
      return failure(new RpcError('UNKNOWN_ERROR', 'This payment is not waiting any more'))
    this.#built.delete(id)
    const { wallet } = this.#service
    const sent: Sent = { txids: [], undecided: [], refused: undefined }
    for (const { txid, hex } of waiting) {
      const isOpen = this.#service.wallet === wallet
      const outcome = isOpen ? await dispatch(this.#service, 'relay_tx', { hex }) : notOpen
      if (!('error' in outcome)) sent.txids.push(txid)
      else if (wallet?.store.sent.has(txid)) sent.undecided.push(txid)
      else if (sent.txids.length + sent.undecided.length === 0) return outcome
      else return { result: { ...sent, refused: outcome.error } }
    }
    return { result: sent }
  }

  discard(id: string): void {
    this.#built.delete(id)
  }
}

function sumsOf(
  built: Built,
  wallet: Wallet,
): Pick<Review, 'amount' | 'fee' | 'change' | 'inputs'> {
  const spent = (built.spent_key_images_list ?? []).flatMap((of) => of.key_images ?? [])
  const amount = sum(built.amount_list ?? [])
  const fee = sum(built.fee_list ?? [])
  const amountIn = amountOf(new Set(spent), wallet)
  return { amount, fee, change: amountIn - amount - fee, inputs: spent.length }
}

function amountOf(keyImages: ReadonlySet<string>, wallet: Wallet) {
  const outputs = [...wallet.store.outputs.values()]
  return sum(
    outputs
      .filter(({ keyImage }) => keyImage !== undefined && keyImages.has(keyImage))
      .map(({ amount }) => amount),
  )
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const failure = ({ code, message }: RpcError): Failure => ({ error: { code, message } })
const notOpen = failure(new RpcError('NOT_OPEN', 'No wallet file'))
