/**
 * Spending: from a request to sent transactions. Its code is loaded with the first payment, see {@link file://./spend.ts}.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Recipient } from '#protocol/interchange/construction.ts'
import { feeTier } from '#protocol/rules/fees.ts'
import { ringSize } from '#protocol/rules/limits.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { spendSecrets } from '../keys/one-time-key.ts'
import { outputWith } from '../ledger/by-key-image.ts'
import type { Daemon } from '../base/ports.ts'
import type { OutputRecord, Secrets } from '../store/records.ts'
import { daemonRpcError } from '../base/daemon-errors.ts'
import { transferError, requireDaemon } from '../base/daemon-errors.ts'
import { inChainOrder, isSpendable, spendableFunds } from './spendable-funds.ts'
import type { Terms, WeighedDraft } from '../tx/draft.ts'
import { BlockAnswers } from './block-answers.ts'
import { feeBasis } from './fees/fee-cap.ts'
import { feeRate } from './fees/fees.ts'
import type { PaymentSender } from './payment-sender.ts'
import { rulesOf } from './fork-rules.ts'
import { addressOf } from '../tx/outgoing.ts'
import { ownRecipient } from '../tx/recipient.ts'
import type { PositionOf } from '../tx/pending-tx.ts'
import { adjustPriority } from './fees/priority.ts'
import { totalOf } from './funds.ts'
import {
  checkFunds,
  checkPayments,
  type TransactionOptions,
  type SweepOneRequest,
  type SweepRequest,
  type TransferRequest,
} from './requests.ts'
import { refusedBefore, requireReplaced, type Refused } from './replace-refused.ts'
import { GroupedCandidates } from './rings/grouped-candidates.ts'
import { RingSource, type Rings } from './rings/ring-source.ts'
import { chooseSwept } from './sweep-choice.ts'
import type { MadePayment, SpendParts } from './spend.ts'
import type { Sweep } from './sweep-plan.ts'

/** Its methods run alone: no refresh changes the ledger meanwhile. */
export class Spending {
  readonly #parts: SpendParts
  readonly #sender: PaymentSender
  readonly #grouped: GroupedCandidates
  readonly #answers: BlockAnswers

  constructor(parts: SpendParts, sender: PaymentSender) {
    this.#parts = parts
    this.#sender = sender
    this.#grouped = new GroupedCandidates(parts)
    this.#answers = new BlockAnswers(parts.ports.clock)
  }

  /**
   * Creates the transactions of a transfer.
   *
   * @param most - Refuses a transfer that needs more transactions, before anything is sent.
   * @param relay - Whether they are sent; otherwise nothing is recorded and the outputs stay free.
   * @throws {RpcError} In monero's order, with its messages.
   */
  async transfer(
    request: TransferRequest,
    options: { relay: boolean; most?: number },
  ): Promise<MadePayment[]> {
    checkPayments(request)
    return this.#make(options, async (daemon) => {
      if (request.chosen) return this.#transferChosen(daemon, request, request.chosen)
      const { TransferPlan } = await import('./transfer-plan.ts')
      const terms = await this.#terms(daemon, request)
      const funds = spendableFunds(this.#parts, request.account, request.addresses)
      checkFunds(funds, terms, request)
      const dues = feePaying(request)
      const refused = this.#refusedBefore(request.account, request.payments)
      const sources = { ...this.#sources(daemon, terms), refused }
      const drafts = await new TransferPlan(terms, funds, dues, sources).drafts()
      requireReplaced(refused, drafts)
      if (drafts.length === 0) throw new RpcError('TX_NOT_POSSIBLE', 'No transaction created')
      if (request.subtractFeeFrom.length > 0 && drafts.length > 1)
        throw transferError('feature subtractfeefrom not supported for split transactions')
      return drafts
    })
  }

  /**
   * Creates the transactions of a sweep. @throws {RpcError} In monero's order, with its messages.
   */
  async sweep(request: SweepRequest, options: { relay: boolean }): Promise<MadePayment[]> {
    if (request.recipients.length === 0)
      throw new RpcError('TX_NOT_POSSIBLE', 'Amount of outputs should be greater than 0.')
    return this.#make(options, async (daemon) => {
      const refused = this.#refusedBefore(request.account, request.recipients)
      if (request.chosen) {
        const outputs = await this.#chosen(request.account, request.chosen)
        const terms = await this.#terms(daemon, request)
        return this.#sweepDrafts(daemon, terms, outputs, { ...request, refused })
      }
      const terms = await this.#terms(daemon, request)
      const account = spendableFunds(this.#parts, request.account, [])
      if (totalOf(account.unlocked, account.unlocked.keys()) === 0n)
        throw transferError('No unlocked balance in the specified account')
      const { addresses, below } = request
      const funds = spendableFunds(this.#parts, request.account, addresses)
      const { random } = this.#parts.ports
      const named = addresses.length > 0
      const outputs = chooseSwept(random, terms, funds, { named, below, refused })
      return this.#sweepDrafts(daemon, terms, outputs, { ...request, refused })
    })
  }

  /**
   * Creates the transaction that spends one output completely.
   *
   * @returns Undefined when no spendable output has this key image.
   * @throws {RpcError} In monero's order, with its messages.
   */
  async sweepOne(
    { keyImage, ...request }: SweepOneRequest,
    options: { relay: boolean },
  ): Promise<MadePayment | undefined> {
    const [signed] = await this.#make(options, async (daemon) => {
      const { store, sync } = this.#parts
      const output = outputWith(store.outputs, keyImage)
      if (!output || !isSpendable(output, sync.view())) return []
      if (!output.ringct) this.#requireNoGroup()
      const terms = await this.#terms(daemon, { ...request, ...output.subaddress })
      const refused = this.#refusedBefore(output.subaddress.account, request.recipients)
      return this.#sweepDrafts(daemon, terms, [output], { ...request, refused })
    })
    return signed
  }

  /**
   * Creates the transactions that spend unmixable outputs.
   *
   * @param trusted - Whether the daemon may learn the amounts of own outputs.
   * @returns An empty list when there is no such output. All of them go to the primary address.
   * @throws {RpcError} With monero's messages.
   */
  sweepDust({ relay, trusted }: { relay: boolean; trusted: boolean }): Promise<MadePayment[]> {
    return this.#make({ relay }, async (daemon) => {
      const { store, sync, ports } = this.#parts
      const all = { account: 0, priority: 1, paymentId: undefined }
      const terms = await this.#terms(daemon, all)
      const question = { daemon, trusted, ringSize: terms.ringSize }
      const { dustOf } = await import('./dust.ts')
      const { dustDrafts } = await import('./dust-plan.ts')
      const dust = await dustOf(store.outputs, sync.view(), question)
      if (dust.length > 0) this.#requireNoGroup()
      return dustDrafts(ports, terms, dust)
    })
  }

  /**
   * Sends and records a transaction that was created earlier, here or in the reference wallet.
   *
   * @param metadata - The {@link Signed.metadata} of the transaction.
   * @returns Its id. @throws {RpcError} BAD_TX_METADATA; GENERIC_TRANSFER_ERROR.
   */
  async relay(metadata: Uint8Array): Promise<string> {
    return this.#sender.relay(requireDaemon(this.#parts.daemon()), metadata)
  }

  /**
   * Sends a transaction that {@link transfer} or {@link sweep} built without sending it, and records it.
   *
   * @throws {RpcError} GENERIC_TRANSFER_ERROR; NO_DAEMON_CONNECTION.
   */
  async relayMade(made: MadePayment): Promise<void> {
    return this.#sender.relayOutgoing(requireDaemon(this.#parts.daemon()), made)
  }

  /**
   * Sends a transaction again that waits for a block.
   *
   * @throws {RpcError} WRONG_TXID; the daemon's refusal; NO_DAEMON_CONNECTION
   */
  async resend(txid: string): Promise<void> {
    return this.#sender.resend(requireDaemon(this.#parts.daemon()), txid)
  }

  /**
   * Lets later payments spend other outputs than a refused payment: it may then be mined as well.
   *
   * @throws {RpcError} WRONG_TXID
   */
  async abandon(txid: string): Promise<void> {
    return this.#sender.abandon(txid)
  }

  /**
   * Abandons sent transactions that a trusted daemon reports as unmineable: marks them `failed` and
   * frees their inputs.
   *
   * @throws {RpcError} NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, UNKNOWN_ERROR
   */
  async giveUp(): Promise<void> {
    try {
      await this.#sender.giveUp(requireDaemon(this.#parts.daemon()))
    } catch (error) {
      throw daemonRpcError(error)
    }
  }

  async #make(
    { relay, most = Infinity }: { relay: boolean; most?: number },
    decide: (daemon: Daemon) => Promise<WeighedDraft[]>,
  ): Promise<MadePayment[]> {
    const propose = this.#parts.proposer()
    const daemon = requireDaemon(this.#parts.daemon())
    await this.#parts.comparison.requireAgreement(daemon)
    const drafts = await decide(daemon)
    if (drafts.length > most)
      throw new RpcError('TX_TOO_LARGE', 'Transaction would be too large.  try /transfer_split.')
    if (propose) return propose(drafts, this.#positions())
    const secrets = spendSecrets(this.#secrets)
    const { signDraft } = await import('./sign-draft.ts')
    const signed = drafts.map((draft) =>
      signDraft(this.#parts.ports, secrets, draft, () => this.#positions()),
    )
    if (relay && signed.length > 0) await this.#sender.send(daemon, signed)
    return signed
  }

  #positions(): PositionOf {
    const places = new Map(inChainOrder(this.#parts.store.outputs).map(({ key }, i) => [key, i]))
    return ({ key }) => places.get(key)!
  }

  /** One transaction that spends exactly these outputs. The excess returns as change. */
  async #transferChosen(
    daemon: Daemon,
    request: TransferRequest,
    keyImages: readonly string[],
  ): Promise<WeighedDraft[]> {
    const outputs = await this.#chosen(request.account, keyImages)
    requireReplaced(this.#refusedBefore(request.account, request.payments), [{ inputs: outputs }])
    const terms = await this.#terms(daemon, request)
    const { chosenDraft } = await import('./coins/chosen-outputs.ts')
    const { rings } = this.#sources(daemon, terms)
    return [await chosenDraft(terms, outputs, feePaying(request), rings)]
  }

  async #chosen(account: number, keyImages: readonly string[]): Promise<OutputRecord[]> {
    const { chosenOutputs } = await import('./coins/chosen-outputs.ts')
    const outputs = chosenOutputs(this.#parts, account, keyImages)
    if (outputs.some(({ ringct }) => !ringct)) this.#requireNoGroup()
    return outputs
  }

  async #sweepDrafts(
    daemon: Daemon,
    terms: Terms,
    outputs: readonly OutputRecord[],
    { refused, ...sweep }: Sweep & { refused: readonly Refused[] },
  ): Promise<WeighedDraft[]> {
    const { sweepDrafts } = await import('./sweep-plan.ts')
    // Before rings are requested; afterwards, each transaction of several is checked.
    requireReplaced(refused, [{ inputs: outputs }])
    const drafts = await sweepDrafts(terms, outputs, sweep, this.#sources(daemon, terms))
    requireReplaced(refused, drafts)
    return drafts
  }

  #refusedBefore(account: number, recipients: readonly Recipient[]): Refused[] {
    const { store, network } = this.#parts
    const addresses = recipients.map((recipient) => addressOf(recipient, network))
    return refusedBefore(store, account, addresses)
  }

  #sources(daemon: Daemon, { ringSize }: Terms): { rings: Rings; random: RandomBytes } {
    const { ports, store, sync, outputCounts, daemonName } = this.#parts
    const { crypto, random, clock } = ports
    const view = sync.view()
    const named = daemonName(daemon)
    const source = new RingSource(
      {
        daemon,
        daemonName: named,
        outputCounts: () => outputCounts.sums(daemon),
        grouped: this.#grouped.ofPayment(daemon, view),
        crypto,
        random,
        clock,
        store,
        height: view.height,
      },
      ringSize,
    )
    return { rings: (outputs) => source.rings(outputs), random }
  }

  async #terms(daemon: Daemon, request: TransactionOptions): Promise<Terms> {
    const { crypto } = this.#parts.ports
    const { ringSize, rate } = await this.#rules(daemon, request)
    return {
      change: ownRecipient(crypto, this.#secrets, { account: request.account, address: 0 }),
      paymentId: request.paymentId,
      ringct: true,
      ringSize,
      rate,
    }
  }

  /** Ring size and fee of the daemon's chain. @throws {RpcError} */
  async #rules(daemon: Daemon, { priority }: TransactionOptions) {
    const { store, comparison } = this.#parts
    const basis = feeBasis(store)
    const calls = this.#answers.of(daemon, basis.height)
    try {
      const version = await rulesOf(calls)
      const adjusted = await adjustPriority(calls, priority, basis)
      const rate = await feeRate(calls, adjusted, basis)
      await comparison.requireFee(daemon, feeTier(adjusted), rate.perByte)
      return { ringSize: ringSize(version), rate }
    } catch (error) {
      this.#answers.forget()
      throw error
    }
  }

  /** @see monero src/wallet/wallet2.cpp transfer_selected */
  #requireNoGroup() {
    if (this.#secrets.multisig) throw transferError('Multisig wallets cannot spend non rct outputs')
  }

  get #secrets(): Readonly<Secrets> {
    return this.#parts.store.secrets.value
  }
}

const feePaying = ({ payments, subtractFeeFrom }: TransferRequest) =>
  payments.map((payment, index) => ({ ...payment, paysFee: subtractFeeFrom.includes(index) }))
