/**
 * Spends: from a request to transactions that are on their way.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { newestVersion, type Network } from '#protocol/rules/forks.ts'
import { ringSize } from '#protocol/rules/limits.ts'
import type { RandomBytes } from '#wasm/types.ts'
import type { Addresses } from '../addresses/addresses.ts'
import type { Events } from '../events.ts'
import type { SpendSecrets } from '../keys/one-time-key.ts'
import type { ChainView } from '../outputs/unlock.ts'
import type { Daemon, Ports } from '../ports.ts'
import type { Secrets } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ask, transferError, noConnection } from './ask.ts'
import { inChainOrder, purseOf } from './books.ts'
import { buildTransaction, type Built } from './build.ts'
import type { Terms, WeighedDraft } from './draft.ts'
import { feeRate } from './fees.ts'
import { Dispatcher } from './dispatcher.ts'
import { outgoingOf, type Outgoing } from './outgoing.ts'
import { ownPayee } from './payee.ts'
import { writePendingTx } from './pending-tx.ts'
import { adjustPriority } from './priority.ts'
import { totalOf } from './purse.ts'
import { checkFunds, checkPayments, type SweepRequest, type TransferRequest } from './requests.ts'
import { RingSource, type Rings } from './ring-source.ts'
import { chooseSwept } from './sweep-choice.ts'
import { sweepDrafts } from './sweep-plan.ts'
import { TransferPlan } from './transfer-plan.ts'
import { verifyBuilt } from './verify.ts'

export type SpendParts = {
  ports: Pick<Ports, 'crypto' | 'random' | 'clock' | 'log'>
  network: Network
  store: Store
  addresses: Addresses
  events: Events
  sync: { view(): ChainView }
  /** The connection to use now. */
  daemon: () => Daemon | undefined
  /** Runs a write alone, between batches of a refresh. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Signed and checked; nothing is noted and nothing has left. */
export type Signed = Outgoing & {
  /** `tx_metadata`, with which it can be relayed later. */
  metadata: () => Uint8Array
}

export class Spend {
  readonly #parts: SpendParts
  readonly #dispatcher: Dispatcher
  /** Global indices of the rings made for an output, by its key image. */
  readonly #rings = new Map<string, readonly number[]>()

  constructor(parts: SpendParts) {
    this.#parts = parts
    this.#dispatcher = new Dispatcher(parts)
  }

  /**
   * Makes the transactions of a transfer.
   *
   * @param most - More transactions than this are refused, before anything leaves.
   * @param relay - Whether they are sent; else nothing is noted and the outputs stay free.
   * @throws {RpcError} In monero's order and words.
   */
  async transfer(
    request: TransferRequest,
    options: { relay: boolean; most?: number },
  ): Promise<Signed[]> {
    checkPayments(request)
    return this.#make(options, async (daemon) => {
      const terms = await this.#terms(daemon, request)
      const purse = purseOf(this.#parts, request.account, request.addresses)
      checkFunds(purse, terms, request)
      const dues = request.payments.map((payment, index) => ({
        ...payment,
        paysFee: request.subtractFeeFrom.includes(index),
      }))
      const plan = new TransferPlan(terms, purse, dues, this.#sources(daemon, terms))
      const drafts = await plan.drafts()
      if (drafts.length === 0) throw new RpcError('TX_NOT_POSSIBLE', 'No transaction created')
      if (request.subtractFeeFrom.length > 0 && drafts.length > 1)
        throw transferError('feature subtractfeefrom not supported for split transactions')
      return drafts
    })
  }

  /** Makes the transactions of a sweep. @throws {RpcError} In monero's order and words. */
  async sweep(request: SweepRequest, options: { relay: boolean }): Promise<Signed[]> {
    if (request.outputs < 1)
      throw new RpcError('TX_NOT_POSSIBLE', 'Amount of outputs should be greater than 0.')
    return this.#make(options, async (daemon) => {
      const terms = await this.#terms(daemon, request)
      const account = purseOf(this.#parts, request.account, [])
      if (totalOf(account.unlocked, account.unlocked.keys()) === 0n)
        throw transferError('No unlocked balance in the specified account')
      const { addresses, below } = request
      const purse = purseOf(this.#parts, request.account, addresses)
      const { random } = this.#parts.ports
      const named = addresses.length > 0
      const outputs = chooseSwept(random, terms, purse, { named, below })
      return sweepDrafts(terms, outputs, request, this.#sources(daemon, terms))
    })
  }

  /**
   * Sends what was made before, here or in the reference wallet, and notes it.
   *
   * @param metadata - As {@link Signed.metadata} gave it.
   * @returns Its id. @throws {RpcError} BAD_TX_METADATA; GENERIC_TRANSFER_ERROR.
   */
  relay(metadata: Uint8Array): Promise<string> {
    return this.#parts.exclusive(() => this.#dispatcher.relay(this.#requireDaemon(), metadata))
  }

  /**
   * Finds out what became of transactions whose fate was unknown, and sends again what got lost.
   * To be called after each refresh. Never throws for what the daemon does.
   */
  resume(): Promise<void> {
    return this.#parts.exclusive(async () => {
      const daemon = this.#parts.daemon()
      if (daemon) await this.#dispatcher.resume(daemon)
    })
  }

  #make(
    { relay, most = Infinity }: { relay: boolean; most?: number },
    decide: (daemon: Daemon) => Promise<WeighedDraft[]>,
  ): Promise<Signed[]> {
    const secrets = this.#requireSecrets()
    return this.#parts.exclusive(async () => {
      const daemon = this.#requireDaemon()
      const drafts = await decide(daemon)
      if (drafts.length > most)
        throw new RpcError('TX_TOO_LARGE', 'Transaction would be too large.  try /transfer_split.')
      const signed = drafts.map((draft) => this.#sign(secrets, draft))
      if (relay) await this.#dispatcher.send(daemon, signed)
      return signed
    })
  }

  #sign(secrets: SpendSecrets, draft: WeighedDraft): Signed {
    const built = buildTransaction(this.#parts.ports, secrets, draft)
    verifyBuilt(this.#parts.ports.crypto, secrets, built)
    return { ...outgoingOf(built), metadata: () => this.#metadata(built) }
  }

  #metadata(built: Built): Uint8Array {
    const places = new Map(inChainOrder(this.#parts.store.outputs).map(({ key }, i) => [key, i]))
    return writePendingTx(built, ({ key }) => places.get(key)!)
  }

  #sources(daemon: Daemon, { ringSize }: Terms): { rings: Rings; random: RandomBytes } {
    const { crypto, random } = this.#parts.ports
    const source = new RingSource({ daemon, crypto, random }, ringSize, this.#knownRings())
    return { rings: (outputs) => source.rings(outputs), random }
  }

  // Rings that were published count too: a failed payment's output must not show another.
  #knownRings() {
    for (const { keyImages, rings } of this.#parts.store.sent.values())
      for (const [i, keyImage] of keyImages.entries())
        if (!this.#rings.has(keyImage)) this.#rings.set(keyImage, (rings[i] ?? []).map(Number))
    return this.#rings
  }

  async #terms(daemon: Daemon, request: TransferRequest | SweepRequest): Promise<Terms> {
    const { crypto } = this.#parts.ports
    const version = await rulesOf(daemon)
    const { height } = this.#parts.sync.view()
    const priority = await adjustPriority(daemon, request.priority, height)
    return {
      change: ownPayee(crypto, this.#secrets, { account: request.account, address: 0 }),
      paymentId: request.paymentId,
      unlockTime: request.unlockTime,
      ringSize: ringSize(version),
      rate: await feeRate(daemon, priority, height),
    }
  }

  get #secrets(): Readonly<Secrets> {
    return this.#parts.store.secrets.get('keys')!
  }

  #requireSecrets(): SpendSecrets {
    const { spendSecret, ...rest } = this.#secrets
    if (!spendSecret)
      throw new RpcError(
        'UNKNOWN_ERROR',
        'Failed to save unsigned tx set after creation',
        'this wallet has no spend key, and does not make sets for cold signing yet',
      )
    return { spendSecret, ...rest }
  }

  #requireDaemon(): Daemon {
    const daemon = this.#parts.daemon()
    if (!daemon) throw noConnection()
    return daemon
  }
}

/** The form of transaction built here is that of version 15 and 16. */
const oldestVersion = 15

/** Version of the rules on the daemon's chain. @throws {RpcError} When it is not one we build for. */
async function rulesOf(daemon: Daemon): Promise<number> {
  const { version } = await ask(daemon.rpc.hard_fork_info({}), 'failed to get hard fork info')
  if (version >= oldestVersion && version <= newestVersion) return version
  throw transferError(
    `the network follows version ${version} of the rules, this wallet knows ${oldestVersion} to ` +
      `${newestVersion}: nothing was sent`,
  )
}
