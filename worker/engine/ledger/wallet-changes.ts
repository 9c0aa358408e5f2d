/**
 * The event stream of a wallet's money, derived from the ledger only. A listener that was disconnected
 * continues at its last position, also after a restart of the program.
 *
 * @module
 */
import type { Changed, Events } from '../base/events.ts'
import { unlockHeight, type ChainView } from './unlock.ts'
import type {
  PoolRecord,
  ReceivedRecord,
  Replacement,
  SentRecord,
  SubaddressIndex,
} from '../store/records.ts'
import { changedSince, type ChangeTables, type ChangedRecords } from './changed-records.ts'
import { cursorAt, type Cursor } from './cursor.ts'

/** Received, a miner's reward, or sent. */
type MovementKind = 'in' | 'block' | 'out'

/** One movement of money and its state. `amount` in piconero, without the fee of a sent transaction. */
type Movement = {
  name: 'received' | 'confirmed' | 'unlocked'
  /** Constant for the same event. It begins with the height that the event depends on. */
  id: string
  txid: string
  type: MovementKind
  amount: bigint
  /** Of its block; 0 in the pool. */
  height: bigint
  /** The subaddress; for a sent transaction, its account and address 0. */
  subaddress: SubaddressIndex
}

/** Blocks from `height` on were replaced: their events are void, and events are sent again. */
type ReplacedBlocks = { name: 'reorganised'; id: string; height: bigint; detached: number }

export type WalletChange = Movement | ReplacedBlocks

/** Called with an event, and with the position after which all later events are sent. */
export type WalletChangeListener = (change: WalletChange, cursor: Cursor) => void

export type WalletChangeParts = { store: ChangeTables; sync: { view(): ChainView } }

/** Changes that can produce events. */
const changeEvents: ReadonlySet<Changed> = new Set(['height', 'transfers'])

/**
 * Sends events since `cursor`, and new ones until it is ended.
 *
 * @returns Ends it.
 */
export function followWalletChanges(
  wallet: WalletChangeParts & { events: Events },
  cursor: Cursor,
  listener: WalletChangeListener,
): () => void {
  let since = cursor
  const tellNews = () => {
    const view = wallet.sync.view()
    const news = walletChangesSince(wallet, since, view)
    since = cursorAt(wallet, view)
    for (const { change, cursor } of news) listener(change, cursor)
  }
  tellNews()
  return wallet.events.subscribe((event) => {
    if (event.name === 'changed' && changeEvents.has(event.what)) tellNews()
  })
}

type ChangeWithCursor = { change: WalletChange; cursor: Cursor }

/**
 * Events since a position, in chain order: replaced blocks first, the pool last.
 *
 * Each event is sent at least once. Its id identifies duplicates.
 */
function walletChangesSince(
  { store }: Pick<WalletChangeParts, 'store'>,
  since: Cursor,
  view: ChainView,
): ChangeWithCursor[] {
  const moved = changedSince(store, since, view)
  const lines = [
    ...moved.replaced.map(replacement),
    ...moved.unlockedByClock.map((record) => unlockedByClock(record, moved.from, since)),
    ...mined(moved, since).sort(inOrder),
    ...moved.waiting.map(waiting),
  ]
  let cursor = cursorAt({ store }, view)
  const changes: ChangeWithCursor[] = []
  for (const { change, until } of lines.reverse()) {
    changes.push({ change, cursor })
    cursor = lowest(cursor, until)
  }
  return changes.reverse()
}

/** An event, and the last position from which it is still sent. */
type PendingChange = { change: WalletChange; until: Partial<Cursor> }

/** Sort keys, in order of precedence. */
type OrderedChange = PendingChange & {
  order: readonly [height: bigint, rank: number, number: bigint]
}

function mined(
  { confirmed, sent, unlocked, unlockedToo }: ChangedRecords,
  since: Cursor,
): OrderedChange[] {
  const received = confirmed.map((record): OrderedChange => {
    const { height, found = 0n } = record
    const change = receipt('confirmed', record, height)
    return { change, until: foundSince(record, since), order: [height, 0, found] }
  })
  const paid = sent.map((record): OrderedChange => {
    const { height = 0n, found = 0n } = record
    const until = foundSince(record, since)
    return { change: payment(record), until, order: [height, 0, found] }
  })
  const free = [...unlocked, ...unlockedToo].map((record, at): OrderedChange => {
    const height = lastHeld(record)
    const change = receipt('unlocked', record, height)
    const until = at < unlocked.length ? { height } : foundSince(record, since)
    return { change, until, order: [height, 1, record.found ?? 0n] }
  })
  return [...received, ...paid, ...free]
}

function inOrder(
  { order: a, change: one }: OrderedChange,
  { order: b, change: other }: OrderedChange,
) {
  const [height, rank, number] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  if (height !== 0n) return height < 0n ? -1 : 1
  if (rank !== 0 || number !== 0n) return rank || (number < 0n ? -1 : 1)
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0
}

const replacement = ({ number, height, detached }: Replacement): PendingChange => ({
  change: { name: 'reorganised', id: `${height}/reorganised/${number}`, height, detached },
  until: { number: number - 1n },
})

const waiting = (record: PoolRecord): PendingChange => ({
  change: { ...receipt('received', { ...record, height: 0n }, 0n), id: `pool/${keyOf(record)}` },
  until: { number: record.found! - 1n },
})

// Locked at the position by height or time: that position is kept until this event is sent.
const unlockedByClock = (
  record: ReceivedRecord,
  height: bigint,
  { time }: Cursor,
): PendingChange => ({
  change: receipt('unlocked', record, lastHeld(record)),
  until: { height, time },
})

// An entry without a number is sent by height; an entry with an earlier number, with the replaced blocks.
function foundSince({ height = 0n, found }: ReceivedRecord | SentRecord, { number }: Cursor) {
  if (found === undefined) return { height }
  return { number: found > number ? found - 1n : number }
}

// The block before unlocks it. A time lock depends on its own block.
const lastHeld = (record: ReceivedRecord) => (unlockHeight(record) ?? record.height + 1n) - 1n

function receipt(name: Movement['name'], record: ReceivedRecord, at: bigint): Movement {
  const { txid, coinbase, amount, height, subaddress } = record
  const id = `${at}/${name}/${keyOf(record)}`
  return { name, id, txid, type: coinbase ? 'block' : 'in', amount, height, subaddress }
}

function payment({ txid, height = 0n, account, amountOut: amount }: SentRecord): Movement {
  const id = `${height}/confirmed/${txid}/out`
  const subaddress = { account, address: 0 }
  return { name: 'confirmed', id, txid, type: 'out', amount, height, subaddress }
}

const keyOf = ({ txid, subaddress: { account, address } }: Omit<ReceivedRecord, 'height'>) =>
  `${txid}/${account}/${address}`

function lowest(cursor: Cursor, { height, number, time }: Partial<Cursor>): Cursor {
  return {
    height: smaller(cursor.height, height),
    number: smaller(cursor.number, number),
    time: smaller(cursor.time, time),
  }
}

const smaller = (a: bigint, b: bigint | undefined) => (b === undefined || a < b ? a : b)
