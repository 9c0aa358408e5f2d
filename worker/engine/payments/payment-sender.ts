/**
 * Sends signed transactions. The journal records each one before the network can receive it.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError, type Code } from '#protocol/errors.ts'
import { parseExtra, paymentId as extraPaymentId } from '#protocol/chain/extra.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { PendingTx } from '#protocol/interchange/pending-tx.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Events } from '../base/events.ts'
import { isUnconfirmed, unconfirmed } from '../ledger/balances.ts'
import type { ChainView } from '../ledger/unlock.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { feeOf } from '../scan/incoming-transaction.ts'
import { transferError } from '../base/daemon-errors.ts'
import { unmineable } from './unmineable.ts'
import { abandon, journal, markFailed, markPending, markRefused } from './journal.ts'
import { journalEntry, type Outgoing } from '../tx/outgoing.ts'
import { xorPaymentId } from '../tx/outputs.ts'
import { isResendDue, nextResend, type FirstSent } from './resend.ts'
import { orUndefined } from '../base/or-undefined.ts'
import type { NodeComparison } from '../sync/comparison/node-comparison.ts'
import { poolIds } from '../sync/live/pool-source.ts'
import { refusesForGood, relay, type RelayOutcome } from './relay.ts'

export type SenderParts = {
  ports: Pick<Ports, 'crypto' | 'random' | 'clock' | 'log'>
  network: Network
  store: Store
  events: Events
  sync: { view(): ChainView }
  comparison: Pick<NodeComparison, 'requireAgreement' | 'isBlocked'>
  /** How records name a daemon. */
  daemonName: (daemon: Daemon) => string
}

export class PaymentSender {
  readonly #parts: SenderParts

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /**
   * Records the transactions of one payment, then sends them one by one.
   *
   * @throws {RpcError} When nodes disagree: nothing is recorded. The daemon's refusal: the refused transaction stays as failed, and those after it
   *   are removed from the journal. One that was recorded before this call is unchanged, because it may
   *   have reached the network. NO_DAEMON_CONNECTION when it is unknown whether a transaction arrived: that one and
   *   those after it stay recorded, their inputs stay spent, and {@link resume} sends them again.
   */
  async send(daemon: Daemon, payment: readonly Outgoing[]): Promise<void> {
    const { store, network, ports, comparison } = this.#parts
    await comparison.requireAgreement(daemon)
    const entries = payment.map((outgoing) => ({
      record: { ...journalEntry(outgoing, network, ports.clock.now()), ...this.#firstSent(daemon) },
      inputs: outgoing.inputs,
    }))
    const written = await journal(store, entries)
    if (!written)
      throw transferError(
        'an input of the transaction was spent by another transaction',
        errorDetails.outputSpent,
      )
    const waiting = [...payment]
    try {
      for (const { txid, tx } of payment) {
        const relayed = await relay(daemon, tx.blob)
        const outcome = await this.#certain(daemon, txid, relayed, written.has(txid))
        if (outcome === 'unknown') throw undecided(waiting)
        if (outcome !== 'accepted') {
          const unsent = waiting.slice(1).map((outgoing) => outgoing.txid)
          await markRefused(
            store,
            written.has(txid) ? txid : undefined,
            unsent.filter((each) => written.has(each)),
          )
          throw inPart(outcome.refused, payment.slice(0, -waiting.length))
        }
        await this.#accepted(txid)
        waiting.shift()
        this.#parts.events.emit('sent', { txid })
      }
    } finally {
      this.#tell()
    }
  }

  /**
   * Sends the content of `tx_metadata`. @see monero src/wallet/wallet_rpc_server.cpp on_relay_tx
   */
  async relay(daemon: Daemon, metadata: Uint8Array): Promise<string> {
    const { readMetadata } = await import('#protocol/interchange/pending-tx.ts')
    const pending = readMetadata(metadata)
    if (!pending) throw new RpcError('BAD_TX_METADATA', 'Failed to parse tx metadata.')
    const outgoing = this.#outgoing(pending)
    await this.relayOutgoing(daemon, outgoing)
    return outgoing.txid
  }

  /** Sends one transaction that was built earlier. @throws {RpcError} GENERIC_TRANSFER_ERROR */
  async relayOutgoing(daemon: Daemon, outgoing: Outgoing): Promise<void> {
    try {
      await this.send(daemon, [outgoing])
    } catch (error) {
      if (!(error instanceof RpcError) || keepsItsMessage(error)) throw error
      const why = error.data ? `${error.message} (${error.data})` : error.message
      throw new RpcError('GENERIC_TRANSFER_ERROR', 'Failed to commit tx.', why)
    }
  }

  /**
   * Sends a set that this wallet created and another wallet signed.
   *
   * @returns Their ids. @throws {RpcError} SIGNED_SUBMISSION
   * @see monero src/wallet/wallet_rpc_server.cpp on_submit_transfer
   */
  async submit(daemon: Daemon, signed: readonly PendingTx[]): Promise<string[]> {
    try {
      const outgoing = signed.map((pending) => ({
        ...this.#outgoing(pending),
        // The signer does not return its transaction keys.
        txKeys: [],
        paymentId: clearPaymentId(pending),
      }))
      await this.send(daemon, outgoing)
      return outgoing.map(({ txid }) => txid)
    } catch (error) {
      throw submission(error, 'SIGNED_SUBMISSION', 'signed')
    }
  }

  /**
   * Sends a set that a multisig group signed.
   *
   * @returns Their ids. @throws {RpcError} MULTISIG_SUBMISSION
   * @see monero src/wallet/wallet_rpc_server.cpp on_submit_multisig
   */
  async submitGroup(daemon: Daemon, signed: readonly PendingTx[]): Promise<string[]> {
    try {
      const outgoing = signed.map((pending) => this.#outgoing(pending))
      await this.send(daemon, outgoing)
      return outgoing.map(({ txid }) => txid)
    } catch (error) {
      throw submission(error, 'MULTISIG_SUBMISSION', 'multisig')
    }
  }

  /**
   * Marks transactions as failed that the daemon reports as unmineable. @throws As {@link
   * unmineable}.
   */
  async giveUp(daemon: Daemon): Promise<void> {
    const { store, sync } = this.#parts
    for (const record of await unmineable(daemon, store.sent, sync.view().height))
      await markFailed(store, record)
    this.#tell()
  }

  /**
   * Lets later payments spend other outputs than a refused payment.
   *
   * @throws {RpcError} WRONG_TXID when no such payment was refused and could still be mined.
   */
  async abandon(txid: string): Promise<void> {
    if (!(await abandon(this.#parts.store, txid)))
      throw new RpcError('WRONG_TXID', 'No refused payment with this transaction id could be mined')
    this.#tell()
  }

  /**
   * Marks recorded transactions that the pool contains as sent, and sends those again that are due.
   * No request names them.
   *
   * @param pool - Ids of all pool transactions, from a refresh that applied all blocks.
   */
  async resume(daemon: Daemon, pool: ReadonlySet<string>): Promise<void> {
    const { ports, daemonName, store, comparison } = this.#parts
    for (const record of [...store.sent.index(unconfirmed).values()]) {
      if (record.blob.length === 0) continue
      if (!pool.has(record.txid)) {
        const isDue = isResendDue(record, daemonName(daemon), ports.clock.now())
        if (!isDue || comparison.isBlocked) continue
        await this.#resend(daemon, record)
      } else if (record.state === 'journaled') await this.#settle(daemon, record.txid, 'accepted')
    }
  }

  /**
   * Sends a recorded transaction again, on request of the user.
   *
   * @throws {RpcError} WRONG_TXID when no such transaction waits for a block; GENERIC_TRANSFER_ERROR when nodes
   *   disagree; the daemon's refusal; NO_DAEMON_CONNECTION.
   */
  async resend(daemon: Daemon, txid: string): Promise<void> {
    const record = this.#parts.store.sent.get(txid)
    if (!record || !isUnconfirmed(record) || record.blob.length === 0)
      throw new RpcError('WRONG_TXID', 'No payment with this transaction id waits for a block')
    await this.#parts.comparison.requireAgreement(daemon)
    const outcome = await this.#resend(daemon, record)
    if (outcome === 'unknown') throw undecided([record])
    if (outcome !== 'accepted') throw outcome.refused
  }

  async #resend(daemon: Daemon, record: Readonly<SentRecord>): Promise<RelayOutcome> {
    const { store } = this.#parts
    const { txid, blob, state } = record
    const { resendAt, ...first } = this.#firstSent(daemon)
    await store.commit((change) => {
      const now = change.get(store.sent, txid)
      if (now) change.put(store.sent, txid, { ...first, ...now, resendAt })
    })
    const outcome = await this.#certain(daemon, txid, await relay(daemon, blob), false)
    if (state === 'journaled') await this.#settle(daemon, txid, outcome)
    return outcome
  }

  #firstSent(daemon: Daemon): FirstSent {
    const { ports, daemonName } = this.#parts
    return { daemon: daemonName(daemon), resendAt: nextResend(ports.random, ports.clock.now()) }
  }

  // A refusal of a transaction that was once accepted proves nothing. The sync marks it failed when
  // a conflicting transaction is mined, and the user may abandon it.
  async #settle(daemon: Daemon, txid: string, outcome: RelayOutcome) {
    const { store, sync, events } = this.#parts
    if (outcome === 'unknown') return
    if (outcome === 'accepted') {
      await markPending(store, txid)
      events.emit('sent', { txid })
    } else if (await refusesForGood(daemon, outcome, sync.view().height))
      await markFailed(store, { txid, state: 'journaled' })
    this.#tell()
  }

  // The transaction is on its way even if storage fails: the next refresh marks journaled ones.
  async #accepted(txid: string) {
    try {
      await markPending(this.#parts.store, txid)
    } catch {
      this.#parts.ports.log('error', 'spend: storage failed after the node accepted a payment')
    }
  }

  // A transaction without a reply may have arrived. So may one that was recorded earlier and is
  // refused now because it is already in the pool.
  async #certain(
    daemon: Daemon,
    txid: string,
    relayed: RelayOutcome,
    isNew: boolean,
  ): Promise<RelayOutcome> {
    if (relayed === 'accepted' || (relayed !== 'unknown' && isNew)) return relayed
    const pool = await orUndefined(poolIds(daemon))
    return pool?.has(txid) ? 'accepted' : relayed
  }

  #outgoing({ tx, fee, change, txKeys, payments }: PendingTx): Outgoing {
    const inputs = this.#ownInputs(tx)
    if (inputs.length === 0)
      throw new RpcError(
        'GENERIC_TRANSFER_ERROR',
        'Failed to commit tx.',
        'it spends no output of this wallet',
      )
    // The amounts in the metadata must balance, or the wallet's balances would be wrong until it is
    // mined.
    if (
      feeOf({ tx, coinbase: false }) !== fee ||
      sumOfAmounts(inputs) !== sumOfAmounts(payments) + change.amount + fee
    )
      throw new RpcError(
        'BAD_TX_METADATA',
        'Failed to parse tx metadata.',
        'input and output amounts do not balance',
      )
    const { fields } = parseExtra(tx.extra)
    const hidden = extraPaymentId(fields)
    const [first] = payments
    const shown =
      hidden?.kind === 'encrypted' && first
        ? xorPaymentId(this.#parts.ports.crypto, hidden.id, first.viewKey, txKeys[0]!)
        : hidden?.id
    const paymentId = bytesToHex(shown ?? new Uint8Array(8))
    return {
      txid: bytesToHex(transactionId(tx)),
      tx,
      txKeys,
      payments,
      change,
      fee,
      paymentId,
      inputs,
    }
  }

  #ownInputs({ inputs }: PendingTx['tx']): OutputRecord[] {
    const images = new Set(
      inputs.map((input) => (input.kind === 'key' ? bytesToHex(input.keyImage) : '')),
    )
    return [...this.#parts.store.outputs.values()].filter(
      ({ keyImage }) => keyImage !== undefined && images.has(keyImage),
    )
  }

  #tell() {
    for (const what of ['balance', 'transfers'] as const)
      this.#parts.events.emit('changed', { what })
  }
}

// The construction data holds the payment id before its encryption.
function clearPaymentId({ construction }: PendingTx): string {
  const id = extraPaymentId(parseExtra(construction.extra).fields)
  return bytesToHex(id?.kind === 'encrypted' ? id.id : new Uint8Array(8))
}

function submission(error: unknown, reason: Code, what: string): unknown {
  if (!(error instanceof RpcError)) return error
  return new RpcError(reason, `Failed to submit ${what} tx: ${error.message}`, error.data)
}

// It is no failure of the transaction, and its message says what to do.
const keepsItsMessage = ({ data }: RpcError) =>
  data === errorDetails.nodesDisagree || data === errorDetails.storageFailed

const undecided = (waiting: readonly Pick<SentRecord, 'txid'>[]) =>
  new RpcError(
    'NO_DAEMON_CONNECTION',
    'no connection to daemon: it is not known whether the payment arrived; it is kept and can be ' +
      `sent again, so do not pay a second time (${waiting.map(({ txid }) => txid).join(', ')})`,
    errorDetails.answerLost,
  )

// A user who pays again after a refusal must know which part of the payment is on its way.
function inPart(refused: RpcError, sent: readonly Outgoing[]): RpcError {
  if (sent.length === 0) return refused
  const txids = sent.map(({ txid }) => txid).join(', ')
  const why = refused.data ? `${refused.data}; ` : ''
  return new RpcError(
    refused.reason,
    refused.message,
    `${why}sent before it, and on their way: ${txids}`,
  )
}
