/**
 * Books that a test changes as a wallet does that follows a chain, without the chain: what they say, and what
 * a listener hears of it.
 *
 * @module
 */
import { Events } from '../../../worker/engine/base/events.ts'
import { unlockHeight, isUnlocked, type ChainView } from '../../../worker/engine/ledger/unlock.ts'
import { nextNumber, noteReplaced } from '../../../worker/engine/store/history.ts'
import type { ReceivedRecord, Secrets, SentRecord } from '../../../worker/engine/store/records.ts'
import { Store, type Change } from '../../../worker/engine/store/store.ts'
import {
  followWalletChanges,
  type WalletChange,
} from '../../../worker/engine/ledger/wallet-changes.ts'
import {
  walletMark,
  cursorAt,
  readCursor,
  writeCursor,
  type Cursor,
} from '../../../worker/engine/ledger/cursor.ts'

/** A payment to us, or of ours. */
export type Payment = { name: string; out?: boolean; unlockTime?: bigint; old?: boolean }

/** 64 hex digits for a short name. */
export const txidOf = (name: string) => Buffer.from(name).toString('hex').padEnd(64, '0')

const primary = { account: 0, address: 0 }

export class SimulatedLedger {
  readonly store = new Store(async () => undefined)
  readonly events = new Events((error) => {
    throw error
  })
  /** Blocks: top block plus one. */
  height = 1n
  /** Unix seconds. */
  time = 1_800_000_000n
  readonly sync = { view: (): ChainView => this.#view() }

  /** @param key - Of the wallet: another one, another wallet. */
  constructor(key = 1) {
    const keys = { spendPublic: Uint8Array.of(key), viewPublic: Uint8Array.of(key) }
    this.store.hold(keys as Secrets)
  }

  /** Puts a block with these on top, then others without any. */
  async mine(payments: readonly Payment[] = [], blocks = 1): Promise<void> {
    await this.#commit((change) => this.#enter(change, payments, this.height))
    this.height += BigInt(blocks)
    this.#tell()
  }

  async mineTo(height: bigint): Promise<void> {
    if (height > this.height) await this.mine([], Number(height - this.height))
  }

  /** Finds what is in a block that was seen. */
  async findLate(payment: Payment, height: bigint): Promise<void> {
    await this.#commit((change) => this.#enter(change, [payment], height))
    this.#tell()
  }

  /** Replaces blocks by as many others and one more; these payments are in the first of them. */
  async replace(height: bigint, payments: readonly Payment[], blocks?: number): Promise<void> {
    const detached = Number(this.height - height)
    await this.#commit((change) => {
      noteReplaced(change, this.store, this.time, { height, detached })
      this.#forget(change, height)
      this.#enter(change, payments, height)
    })
    this.height = height + BigInt(blocks ?? detached + 1)
    this.#tell()
  }

  /** Forgets all and scans it again, block by block, up to where it was. */
  async rescan(): Promise<void> {
    const [top, received, sent] = [this.height, this.#rows('received'), this.#rows('sent')]
    await this.#commit((change) => this.#forget(change, 0n))
    this.height = 1n
    this.#tell()
    for (let at = 1n; at < top; at++) {
      await this.#commit((change) => {
        for (const record of received.filter(({ height }) => height === at))
          this.#put(change, record)
        for (const record of sent.filter(({ height }) => height === at))
          this.#putSent(change, record)
      })
      this.height = at + 1n
      if (at % 3n === 0n) this.#tell()
    }
    this.#tell()
  }

  async wait(payment: Payment): Promise<void> {
    const { name } = payment
    if (this.store.received.has(name) || this.store.pool.has(name)) return
    await this.#commit((change) => {
      const found = nextNumber(change, this.store, this.time)
      const record = { ...recordOf(payment, 0n), found, doubleSpendSeen: false }
      change.put(this.store.pool, name, record)
    })
    this.#tell()
  }

  async drop(name: string): Promise<void> {
    await this.#commit((change) => change.delete(this.store.pool, name))
    this.#tell()
  }

  pass(seconds: bigint): void {
    this.time += seconds
    this.#tell()
  }

  /** Ids of all that happened and stands, each made out by itself. */
  standing(): string[] {
    const view = this.sync.view()
    const [received, sent] = [this.#rows('received'), this.#rows('sent')]
    const key = ({ txid }: { txid: string }) => `${txid}/0/0`
    return [
      ...[...this.store.pool.values()].map((record) => `pool/${key(record)}`),
      ...received.map((record) => `${record.height}/confirmed/${key(record)}`),
      ...sent.map(({ height, txid }) => `${height}/confirmed/${txid}/out`),
      ...received
        .filter((record) => isUnlocked(record, view))
        .map(
          (record) =>
            `${(unlockHeight(record) ?? record.height + 1n) - 1n}/unlocked/${key(record)}`,
        ),
    ]
  }

  #rows<T extends 'received' | 'sent'>(table: T) {
    return [...this.store[table].rows.values()] as (T extends 'sent'
      ? SentRecord
      : ReceivedRecord)[]
  }

  #view(): ChainView {
    return { height: this.height, time: this.time, now: this.time, v2Height: 1n }
  }

  #commit(stage: (change: Change) => void) {
    return this.store.commit(stage)
  }

  #tell() {
    this.events.emit('changed', { what: 'transfers' })
  }

  #forget(change: Change, from: bigint) {
    for (const table of [this.store.received, this.store.sent])
      for (const [name, { height = 0n }] of table.rows)
        if (height >= from) change.delete<unknown>(table, name)
  }

  #enter(change: Change, payments: readonly Payment[], height: bigint) {
    for (const payment of payments)
      if (payment.out) this.#putSent(change, sentOf(payment, height), payment.old)
      else this.#put(change, recordOf(payment, height), payment.old)
  }

  #put(change: Change, record: ReceivedRecord, old = false) {
    const name = Buffer.from(record.txid, 'hex').toString().replaceAll('\0', '')
    const { found: _, ...bare } = record
    const found = old ? {} : { found: nextNumber(change, this.store, this.time) }
    change.put(this.store.received, name, { ...bare, ...found })
    change.delete(this.store.pool, name)
  }

  #putSent(change: Change, record: SentRecord, old = false) {
    const { found: _, ...bare } = record
    const found = old ? {} : { found: nextNumber(change, this.store, this.time) }
    change.put(this.store.sent, record.txid, { ...bare, ...found })
  }
}

const recordOf = ({ name, unlockTime = 0n }: Payment, height: bigint): ReceivedRecord => ({
  txid: txidOf(name),
  subaddress: primary,
  amount: 5n,
  amounts: [5n],
  fee: 1n,
  paymentId: '',
  height,
  timestamp: 0n,
  unlockTime,
  coinbase: false,
})

const sentOf = ({ name }: Payment, height: bigint) =>
  ({ txid: txidOf(name), state: 'mined', account: 0, amountOut: 3n, height }) as SentRecord

/** A wallet, or books like these. */
type Followed = Pick<SimulatedLedger, 'store' | 'events' | 'sync'>

/** A listener that stores its last id and the received events, and can disconnect and resume. */
export class Listener {
  readonly heard: { happening: WalletChange; id: string }[] = []
  lastId: string | undefined
  #end: (() => void) | undefined
  /** Number of events before this connection, and the id at its start. */
  #before = 0
  #began = ''

  /** Connects; begins at the current state without a valid last id. */
  come(books: Followed): void {
    if (this.#end) return
    const mark = walletMark(books.store)
    const read = this.lastId === undefined ? undefined : readCursor(this.lastId, books.store)
    const place: Cursor = read ?? cursorAt(books, books.sync.view())
    this.lastId = this.#began = writeCursor(mark, place)
    this.#before = this.heard.length
    this.#end = followWalletChanges(books, place, (happening, heard) => {
      this.lastId = writeCursor(mark, heard)
      this.heard.push({ happening, id: this.lastId })
    })
  }

  /** @param unread - Number of last events that are lost. */
  go(unread = 0): void {
    if (!this.#end) return
    this.#end()
    this.#end = undefined
    const left = Math.max(this.#before, this.heard.length - unread)
    this.heard.splice(left)
    this.lastId = left > this.#before ? this.heard[left - 1]!.id : this.#began
  }

  ids(): string[] {
    return this.heard.map(({ happening }) => happening.id)
  }

  /** Connects, receives the missed events, and disconnects. @returns Their ids. */
  catchUp(books: Followed): string[] {
    const before = this.heard.length
    this.come(books)
    this.go()
    return this.ids().slice(before)
  }

  /** Ids that count: what hangs on a block that was replaced counts no more. */
  counting(): Set<string> {
    const ids = new Set<string>()
    for (const { happening } of this.heard)
      if (happening.name !== 'reorganised') ids.add(happening.id)
      else
        for (const id of ids)
          if (!id.startsWith('pool/') && BigInt(id.split('/')[0]!) >= happening.height)
            ids.delete(id)
    return ids
  }
}

/** Ids of events of the primary address, by the name of the payment. */
export const eventIds = {
  received: ({ name }: Payment) => `pool/${txidOf(name)}/0/0`,
  confirmed: ({ name, out }: Payment, height: number) =>
    `${height}/confirmed/${txidOf(name)}/${out ? 'out' : '0/0'}`,
  unlocked: ({ name }: Payment, height: number) => `${height}/unlocked/${txidOf(name)}/0/0`,
}

/** A ledger at height 140 with payments in block 135, and a listener that connected before that block. */
export async function listenedLedger(...payments: Payment[]) {
  const books = new SimulatedLedger()
  await books.mineTo(135n)
  const listener = new Listener()
  listener.come(books)
  await books.mine(payments)
  await books.mineTo(140n)
  return { books, listener }
}
