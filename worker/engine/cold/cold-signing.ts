/**
 * Payments between a view-only wallet and the wallet with its spend key.
 *
 * @module
 */
import type { UnsignedSet } from '#protocol/interchange/sets.ts'
import { requireDaemon } from '../base/daemon-errors.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Addresses } from '../keys/addresses.ts'
import type { PaymentSender } from '../payments/payment-sender.ts'
import type { Proposer } from '../payments/spend.ts'
import type { Store } from '../store/store.ts'
import { outlinedOf } from '../tx/outgoing.ts'
import { loadCold } from './load-cold.ts'
import type { SignedSetResult } from './sign.ts'

type Parts = {
  ports: Pick<Ports, 'crypto' | 'random' | 'clock' | 'kdfRounds'>
  store: Store
  addresses: Addresses
  /** Sends transactions and keeps the journal. */
  sender: () => Promise<PaymentSender>
  /** The current daemon connection. */
  daemon: () => Daemon | undefined
  /** Runs a write alone, between batches of a refresh. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** As `exclusive`. @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING */
  inForeground: <T>(task: () => Promise<T>) => Promise<T>
}

export class ColdSigning {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Creates unsigned transactions for the wallet with the spend key. */
  readonly propose: Proposer = async (drafts, position) => {
    const { unsignedOf } = await loadCold()
    const { crypto } = this.#parts.ports
    return drafts.map((draft) => ({
      ...outlinedOf(draft),
      metadata: () => new Uint8Array(),
      unsigned: unsignedOf(crypto, draft, position),
    }))
  }

  /**
   * Makes all checks of {@link sign}, which imports the outputs of the set, without signing.
   *
   * @throws {RpcError} SIGN_UNSIGNED with the reason why signing would fail.
   */
  check(set: UnsignedSet): Promise<void> {
    const { inForeground, ...parts } = this.#parts
    return inForeground(async () => {
      const { checkSet } = await loadCold()
      return checkSet(parts, set)
    })
  }

  /**
   * Signs the transactions of a view-only wallet. Nothing is sent.
   *
   * @throws {RpcError} SIGN_UNSIGNED when a transaction does not match its description, or spends
   *   foreign outputs.
   */
  sign(set: UnsignedSet): Promise<SignedSetResult> {
    const { inForeground, ...parts } = this.#parts
    return inForeground(async () => {
      const { signSet } = await loadCold()
      return signSet(parts, set)
    })
  }

  /**
   * Sends and records the transactions that the wallet with the spend key signed.
   *
   * @param sealed - A signed set. @returns The ids of its transactions.
   * @throws {RpcError} BAD_SIGNED_TX_DATA, SIGNED_SUBMISSION
   */
  submit(sealed: Uint8Array): Promise<string[]> {
    return this.#parts.exclusive(async () => {
      const { ports, store, sender, daemon } = this.#parts
      const { openSignedSet } = await loadCold()
      const signed = await openSignedSet(ports, store, sealed)
      return (await sender()).submit(requireDaemon(daemon()), signed)
    })
  }
}
