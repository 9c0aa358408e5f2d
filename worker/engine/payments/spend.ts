/**
 * Payments of a wallet, one at a time. The code that makes and sends them is loaded with the first one.
 *
 * @module
 */
import type { Construction } from '#protocol/interchange/construction.ts'
import type { MultisigTx } from '#protocol/interchange/multisig-set.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Events } from '../base/events.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Addresses } from '../keys/addresses.ts'
import { unconfirmed } from '../ledger/balances.ts'
import type { ChainView } from '../ledger/unlock.ts'
import type { Store } from '../store/store.ts'
import type { NodeComparison } from '../sync/comparison/node-comparison.ts'
import type { OutputCountsLoader } from '../sync/output-counts-loader.ts'
import type { WeighedDraft } from '../tx/draft.ts'
import type { Outgoing } from '../tx/outgoing.ts'
import type { PositionOf } from '../tx/pending-tx.ts'
import type { PaymentSender } from './payment-sender.ts'
import type { SweepOneRequest, SweepRequest, TransferRequest } from './requests.ts'
import type { Spending } from './spending.ts'

export type SpendParts = {
  ports: Pick<Ports, 'crypto' | 'random' | 'clock' | 'log' | 'kdfRounds' | 'feedCache'>
  network: Network
  store: Store
  addresses: Addresses
  events: Events
  sync: { view(): ChainView }
  outputCounts: Pick<OutputCountsLoader, 'sums'>
  comparison: Pick<NodeComparison, 'requireAgreement' | 'requireFee'>
  /** Undefined where scan feeds are not used. */
  scanFeed: () => number | undefined
  /** Sends transactions and keeps the journal. Its code is loaded with the first payment. */
  sender: () => Promise<PaymentSender>
  /**
   * Set where this wallet cannot sign alone.
   *
   * @throws {RpcError} NOT_MULTISIG, DISABLED for a member of a multisig group that may not sign.
   */
  proposer: () => Proposer | undefined
  /** The current daemon connection. */
  daemon: () => Daemon | undefined
  /** How messages name a connection. */
  daemonName: (daemon: Daemon) => string
  /** Runs a write alone, between batches of a refresh. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /**
   * As `exclusive`. @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING without the
   * spend key.
   */
  inForeground: <T>(task: () => Promise<T>) => Promise<T>
}

/** Transactions that are neither recorded nor sent. */
export type MadePayment = Outgoing & {
  /** `tx_metadata` for relaying later; empty for an unsigned transaction. */
  metadata: () => Uint8Array
  /** Set for a view-only wallet: the construction data that the signing wallet needs. */
  unsigned?: Construction
  /** Set for a multisig group: the set for the other members to sign. */
  proposed?: MultisigTx
}

/**
 * Creates transactions that others sign: a wallet with the spend key, or members of a multisig
 * group.
 */
export type Proposer = (
  drafts: readonly WeighedDraft[],
  position: PositionOf,
) => MadePayment[] | Promise<MadePayment[]>

/** Whether made transactions are sent; otherwise nothing is recorded and the outputs stay free. */
type Relay = { relay: boolean }

export class Spend {
  readonly #parts: SpendParts
  #spending: Spending | undefined

  constructor(parts: SpendParts) {
    this.#parts = parts
  }

  /** @see {@link Spending.transfer} */
  transfer(request: TransferRequest, options: Relay & { most?: number }): Promise<MadePayment[]> {
    return this.#make((spending) => spending.transfer(request, options))
  }

  /** @see {@link Spending.sweep} */
  sweep(request: SweepRequest, options: Relay): Promise<MadePayment[]> {
    return this.#make((spending) => spending.sweep(request, options))
  }

  /** @see {@link Spending.sweepOne} */
  sweepOne(request: SweepOneRequest, options: Relay): Promise<MadePayment | undefined> {
    return this.#make((spending) => spending.sweepOne(request, options))
  }

  /** @see {@link Spending.sweepDust} */
  sweepDust(options: Relay & { trusted: boolean }): Promise<MadePayment[]> {
    return this.#make((spending) => spending.sweepDust(options))
  }

  /** @see {@link Spending.relay} */
  relay(metadata: Uint8Array): Promise<string> {
    return this.#alone((spending) => spending.relay(metadata))
  }

  /** @see {@link Spending.relayMade} */
  relayMade(made: MadePayment): Promise<void> {
    return this.#alone((spending) => spending.relayMade(made))
  }

  /** @see {@link Spending.resend} */
  resend(txid: string): Promise<void> {
    return this.#alone((spending) => spending.resend(txid))
  }

  /** @see {@link Spending.abandon} */
  abandon(txid: string): Promise<void> {
    return this.#alone((spending) => spending.abandon(txid))
  }

  /** @see {@link Spending.giveUp} */
  giveUp(): Promise<void> {
    return this.#alone((spending) => spending.giveUp())
  }

  /**
   * Determines the outcome of transactions whose outcome was unknown, and sends lost ones again that are due.
   * Must be called after each refresh. Never throws for a failure of the daemon.
   *
   * @param pool - Ids of all pool transactions.
   */
  resume(pool: ReadonlySet<string>): Promise<void> {
    return this.#parts.exclusive(async () => {
      const daemon = this.#parts.daemon()
      if (!daemon || !this.#isWaiting) return
      // Code that does not load is requested again after the next refresh.
      const sender = await this.#parts.sender().catch(() => undefined)
      await sender?.resume(daemon, pool)
    })
  }

  get #isWaiting(): boolean {
    const waiting = this.#parts.store.sent.index(unconfirmed).values()
    return [...waiting].some(({ blob }) => blob.length > 0)
  }

  #make<T>(task: (spending: Spending) => Promise<T>): Promise<T> {
    return this.#parts.inForeground(async () => task(await this.#load()))
  }

  #alone<T>(task: (spending: Spending) => Promise<T>): Promise<T> {
    return this.#parts.exclusive(async () => task(await this.#load()))
  }

  // Within the queue: a wallet that closes wipes its keys only after the task.
  async #load(): Promise<Spending> {
    const [{ Spending }, sender] = await Promise.all([
      import('./spending.ts'),
      this.#parts.sender(),
    ])
    return (this.#spending ??= new Spending(this.#parts, sender))
  }
}
