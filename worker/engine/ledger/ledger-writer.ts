/**
 * Writes transactions to the ledger: outputs received and spent, payments in and out.
 *
 * Everything here is staged in one {@link Change}, without waiting and without cryptography.
 *
 * @module
 */
import type { LedgerWarning } from '../base/events.ts'
import { byKeyImage } from './by-key-image.ts'
import { freeOutputs } from './free-outputs.ts'
import { takeFrozen } from './frozen.ts'
import { isUnconfirmed, unconfirmed } from './balances.ts'
import { received, unknownSent, type Receipt, type Spending } from './unknown-sent.ts'
import type { OutputRecord, PoolRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import { nextNumber, wasScannedBefore } from '../store/history.ts'
import type { Change, Store, Table } from '../store/store.ts'
import { noteWarning } from '../store/warnings.ts'
import type { FoundOutput } from '../scan/identify-outputs.ts'
import {
  feeOf,
  isKey,
  ringsOf,
  sizeOf,
  type ResolvedTransaction,
} from '../scan/incoming-transaction.ts'
import { min } from '#protocol/bigint.ts'

/** The changes, for events and answers. */
export type LedgerUpdate = {
  /** Outputs received, change included. */
  outputs: number
  /** Transactions that spend own outputs. */
  spendings: number
  receipts: (Receipt & { txid: string })[]
  warnings: LedgerWarning[]
}

/** Ledger entries of one batch. */
export class LedgerWriter {
  readonly update: LedgerUpdate = { outputs: 0, spendings: 0, receipts: [], warnings: [] }
  readonly #store: Store
  readonly #change: Change
  readonly #now: bigint
  /** One-time keys of outputs found in this batch, by key image. */
  readonly #found = new Map<string, string>()
  /** Pending own transactions, by the key images they spend. */
  readonly #waiting = new Map<string, Set<string>>()

  /**
   * Create it after a reorganisation is staged, so that it reads nothing of replaced blocks.
   *
   * @param now - Unix seconds.
   */
  constructor(store: Store, change: Change, now: bigint) {
    this.#store = store
    this.#change = change
    this.#now = now
    const { sent } = store
    const staged = change.staged.get(sent as Table<unknown>)
    const names = [...sent.index(unconfirmed).rows.keys(), ...(staged?.keys() ?? [])]
    for (const name of new Set(names)) {
      const record = change.get(sent, name)
      if (record && isUnconfirmed(record)) this.#await(record)
    }
  }

  /** Writes a mined transaction. */
  applyMined(tx: ResolvedTransaction): void {
    const receipts = this.#receive(tx, (found) => this.#keepOutput(tx, found))
    const spending = this.#spend(tx)
    if (!tx.isScanned)
      this.#warn({ problem: 'unscanned', txid: tx.txid, amount: 0n, height: tx.height })
    if (spending) this.#warnOfSpend(tx, spending)
    if (spending) this.#mineSent(tx, spending, receipts)
    this.#refuteRivals(tx)
    this.#forgetPool(tx.txid)

    for (const receipt of receipts) {
      if (receipt.subaddress.account === spending?.account) continue
      const { txid, paymentId, height, timestamp, coinbase, proved, pinned } = tx
      const { unlockTime } = tx.tx
      const name = receiptName(txid, receipt.subaddress)
      this.#change.put(this.#store.received, name, {
        txid,
        ...receipt,
        fee: feeOf(tx),
        paymentId,
        height,
        timestamp,
        unlockTime,
        coinbase,
        proved,
        ...(pinned && { pinned: true }),
        found: this.#number(),
      })
      this.update.receipts.push({ txid, ...receipt })
    }
  }

  /** Writes the key image of an output that had none. */
  addKeyImage(key: string, keyImage: string): void {
    const { outputs } = this.#store
    const output = this.#change.get(outputs, key)!
    const spender = output.spent ? undefined : this.#ownSpender(keyImage, output.globalIndex)
    const spent = spender === undefined ? {} : { spent: { txid: spender } }
    this.#change.put(outputs, key, { ...output, keyImage, ...spent })
    this.#found.set(keyImage, key)
  }

  /**
   * Writes the spending part of a mined transaction that was first written as a received payment only.
   *
   * @param paid - Its own outputs.
   */
  applySpend(tx: ResolvedTransaction, paid: readonly Readonly<OutputRecord>[]): void {
    const spending = this.#spend(tx)
    if (!spending) return
    const receipts = paid.map(({ subaddress, amount }) => ({
      subaddress,
      amount,
      amounts: [amount],
    }))
    this.#mineSent(tx, spending, receipts)
    this.#refuteRivals(tx)
    // Change was recorded as money received.
    for (const { subaddress } of receipts)
      if (subaddress.account === spending.account)
        this.#change.delete(this.#store.received, receiptName(tx.txid, subaddress))
  }

  /** Writes a pool transaction. */
  applyPool(tx: ResolvedTransaction, doubleSpendSeen: boolean): void {
    const { outputs, sent, pool } = this.#store
    const { txid, paymentId, timestamp, coinbase } = tx
    const before = this.#forgetPool(txid)
    const isMined = tx.found.some(({ key }) => this.#change.get(outputs, key)?.txid === txid)
    if (isMined || this.#change.get(sent, txid)?.state === 'mined') return

    const receipts = this.#receive(tx, () => undefined)
    const spending = this.#spend(tx)
    if (spending) this.#warnOfSpend(tx, spending)
    if (spending) this.#poolSent(tx, spending, receipts)
    for (const receipt of receipts) {
      if (receipt.subaddress.account === spending?.account) continue
      const { unlockTime } = tx.tx
      const fee = feeOf(tx)
      const name = receiptName(txid, receipt.subaddress)
      this.#change.put(pool, name, {
        txid,
        ...receipt,
        fee,
        paymentId,
        unlockTime,
        coinbase,
        doubleSpendSeen,
        timestamp: before.get(name)?.timestamp ?? timestamp,
        found: before.get(name)?.found ?? this.#number(),
      })
    }
  }

  /**
   * Sums own outputs. Of two outputs with one key only one can be spent: the larger counts, and the
   * second adds only the difference.
   *
   * @see monero src/wallet/wallet2.cpp process_new_transaction
   */
  #receive(tx: ResolvedTransaction, keep: (found: FoundOutput) => void): Receipt[] {
    const receipts = new Map<string, Receipt>()
    for (const found of tx.found) {
      const known = this.#seen(found.key)
      if (known && known.txid !== tx.txid)
        this.#warn({
          problem: 'same-key',
          txid: tx.txid,
          amount: min(known.amount, found.amount),
        })
      if (known && (known.spent || known.amount >= found.amount)) continue
      const name = receiptName('', found.subaddress)
      const receipt = receipts.get(name) ?? empty(found.subaddress)
      receipt.amount += found.amount - (known?.amount ?? 0n)
      receipt.amounts.push(found.amount)
      receipts.set(name, receipt)
      keep(found)
    }
    return [...receipts.values()]
  }

  /** An output with this key that was scanned on the chain, not only imported. */
  #seen(key: string): Readonly<OutputRecord> | undefined {
    const known = this.#change.get(this.#store.outputs, key)
    return known?.imported ? undefined : known
  }

  #keyOf(keyImage: string): string | undefined {
    return this.#found.get(keyImage) ?? this.#store.outputs.index(byKeyImage).get(keyImage)
  }

  #ours(keyImage: string): Readonly<OutputRecord> | undefined {
    const output = this.#change.get(this.#store.outputs, this.#keyOf(keyImage) ?? '')
    return output?.keyImage === keyImage ? output : undefined
  }

  #keepOutput(tx: ResolvedTransaction, found: FoundOutput) {
    const { outputs } = this.#store
    const { key, index, keyImage, amount, mask, ringct, txPublicKey, subaddress } = found
    const { txid, coinbase, height, timestamp } = tx
    const { unlockTime } = tx.tx
    const replaced = this.#seen(key)
    const globalIndex = tx.globalIndices[index]!
    const spender = this.#ownSpender(keyImage, globalIndex)
    this.#change.put(outputs, key, {
      key,
      txid,
      indexInTx: index,
      globalIndex,
      amount,
      mask,
      ringct,
      coinbase,
      txPublicKey,
      subaddress,
      height,
      timestamp,
      unlockTime,
      frozen: takeFrozen(this.#change, this.#store, key),
      txSize: sizeOf(tx.tx),
      ...(keyImage === undefined ? {} : { keyImage }),
      ...(replaced ? { replaced } : {}),
      ...(spender === undefined ? {} : { spent: { txid: spender } }),
    })
    if (keyImage !== undefined) this.#found.set(keyImage, key)
    this.update.outputs++
  }

  // An output that a reorganisation removed and restored, and that a pending own transaction spends. Not when
  // the ring of that transaction has another global index: then it is no longer valid.
  #ownSpender(keyImage: string | undefined, globalIndex: bigint): string | undefined {
    if (keyImage === undefined) return undefined
    const spendsIt = (txid: string) => {
      const sent = this.#change.get(this.#store.sent, txid)
      if (!sent || sent.blob.length === 0) return false
      return sent.rings[sent.keyImages.indexOf(keyImage)]?.includes(globalIndex) === true
    }
    return [...(this.#waiting.get(keyImage) ?? [])].find(spendsIt)
  }

  // Marks the own outputs that it spends; undefined when there are none.
  #spend(tx: ResolvedTransaction): Spending | undefined {
    const spent: OutputRecord[] = []
    let amount = 0n
    const { txid, height } = tx
    for (const [at, input] of tx.tx.inputs.filter(isKey).entries()) {
      const output = this.#ours(tx.keyImages[at]!)
      if (!output) continue
      // The pool proves nothing, so it does not change a known spend.
      if (height > 0n) this.#markSpent(output, { txid, height })
      else if (!output.spent) this.#markSpent(output, { txid })
      amount += input.amount > 0n ? input.amount : output.amount
      spent.push(output)
    }
    const last = spent.at(-1)
    if (!last) return undefined
    this.update.spendings++
    const { account } = last.subaddress
    const addresses = new Set(spent.map(({ subaddress }) => subaddress.address))
    const subaddresses = [...addresses]
      .sort((a, b) => a - b)
      .map((address) => ({ account, address }))
    return { account, subaddresses, amount, keyImages: spent.map((output) => output.keyImage!) }
  }

  #markSpent(output: OutputRecord, spent: NonNullable<OutputRecord['spent']>) {
    this.#change.put(this.#store.outputs, output.key, { ...output, spent })
  }

  #mineSent(tx: ResolvedTransaction, spending: Spending, receipts: readonly Receipt[]) {
    const { sent } = this.#store
    const { txid, height, timestamp } = tx
    const known = this.#change.get(sent, txid)
    // A transaction first seen in the pool may spend more own outputs than were known then.
    const isSeen = known?.state === 'pending' && known.blob.length === 0
    const record = known && !isSeen ? known : unknownSent(tx, spending, receipts)
    const { amountIn, fee } = record
    // The whole amount returned to this wallet, so it is shown with an amount of zero.
    const toOurselves = amountIn === received(receipts, spending.account) + fee
    const whole = toOurselves ? { change: amountIn - fee, amountOut: 0n } : {}
    this.#change.put(sent, txid, {
      ...record,
      ...whole,
      state: 'mined',
      height,
      timestamp,
      // A row has no rings.
      rings: 'row' in tx.tx ? record.rings : ringsOf(tx.tx),
      unlockTime: tx.tx.unlockTime,
      found: this.#number(),
    })
    for (const waiting of this.#waiting.values()) waiting.delete(txid)
  }

  #poolSent(tx: ResolvedTransaction, spending: Spending, receipts: readonly Receipt[]) {
    const { sent } = this.#store
    const known = this.#change.get(sent, tx.txid)
    const isOwn = known !== undefined && known.blob.length > 0
    if (isOwn && known.state === 'pending') return
    // Its state becomes pending in any case. An observed transaction may spend more own outputs than
    // were known then.
    const record = isOwn ? known : unknownSent(tx, spending, receipts)
    const timestamp = known?.timestamp ?? record.timestamp
    this.#change.put(sent, tx.txid, { ...record, state: 'pending', timestamp })
  }

  // A mined transaction proves that others with the same inputs fail.
  #refuteRivals({ txid, keyImages }: ResolvedTransaction) {
    const { sent, outputs } = this.#store
    const rivals = new Set(keyImages.flatMap((image) => [...(this.#waiting.get(image) ?? [])]))
    rivals.delete(txid)
    for (const rival of rivals) {
      const record = this.#change.get(sent, rival)
      if (!record) continue
      this.#change.put(sent, rival, { ...record, state: 'failed' })
      freeOutputs(this.#change, outputs, { get: (image) => this.#keyOf(image) }, record)
      for (const waiting of this.#waiting.values()) waiting.delete(rival)
    }
  }

  /**
   * Not in a wallet without a spend key: all its spends are made elsewhere. Not in a rescan: it finds again own spends
   * that the wallet has no record of.
   */
  #warnOfSpend({ txid, timestamp, height }: ResolvedTransaction, { amount }: Spending) {
    const { info, secrets, sent, txKeys } = this.#store
    const isOurs = this.#change.get(sent, txid) ?? this.#change.get(txKeys, txid)
    if (isOurs || !secrets.value.spendSecret || timestamp <= info.value.createdAt) return
    if (wasScannedBefore(this.#change, this.#store, height)) return
    this.#warn({ problem: 'foreign-spend', txid, amount })
  }

  #warn(warning: LedgerWarning) {
    if (noteWarning(this.#change, this.#store, warning, this.#now))
      this.update.warnings.push(warning)
  }

  #number(): bigint {
    return nextNumber(this.#change, this.#store, this.#now)
  }

  #forgetPool(txid: string): ReadonlyMap<string, PoolRecord> {
    const known = new Map<string, PoolRecord>()
    for (const [name, record] of this.#store.pool.rows) {
      if (record.txid !== txid) continue
      known.set(name, record)
      this.#change.delete(this.#store.pool, name)
    }
    return known
  }

  #await({ txid, keyImages }: SentRecord) {
    for (const keyImage of keyImages) {
      const waiting = this.#waiting.get(keyImage) ?? new Set()
      this.#waiting.set(keyImage, waiting.add(txid))
    }
  }
}

const empty = (subaddress: SubaddressIndex): Receipt => ({ subaddress, amount: 0n, amounts: [] })

const receiptName = (txid: string, { account, address }: SubaddressIndex) =>
  `${txid}:${account}:${address}`
