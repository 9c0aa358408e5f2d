/**
 * What happens to a wallet's money, one happening after the other, told from its books alone: whoever
 * was away takes up again at the place that was heard last, also after the program was started anew.
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
export type MovementKind = 'in' | 'block' | 'out'

/** One movement of money, and where it stands. `amount` in piconero, without the fee of what was sent. */
export type Movement = {
  name: 'received' | 'confirmed' | 'unlocked'
  /** Always the same for the same happening. It begins with the height that the happening hangs on. */
  id: string
  txid: string
  type: MovementKind
  amount: bigint
  /** Of its block; 0 in the pool. */
  height: bigint
  /** Whose money it is; for what was sent, its account and address 0. */
  subaddress: SubaddressIndex
}

/** Blocks from `height` on were replaced: what happened in them counts no more, and is told again. */
export type ReplacedBlocks = { name: 'reorganised'; id: string; height: bigint; detached: number }

export type WalletChange = Movement | ReplacedBlocks

/** Called with a happening, and with the place from which on all that comes after it is told. */
export type WalletChangeListener = (change: WalletChange, cursor: Cursor) => void

export type WalletChangeParts = { store: ChangeTables; sync: { view(): ChainView } }

/** Changes that happenings come with. */
const changeEvents: ReadonlySet<Changed> = new Set(['height', 'transfers'])

/**
 * Tells of what happened since `cursor`, and of what happens, until it is ended.
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
 * What happened since a place, in the order of the chain, what was replaced first and the pool last.
 *
 * A happening may be told twice, never less than once: its id tells that it is the same.
 */
export function walletChangesSince(
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

/** A happening, and the furthest place from which on it is still told. */
type PendingChange = { change: WalletChange; until: Partial<Cursor> }

/** Where it stands among others: by these in turn. */
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

// Held at the place by its height or by the clock: either is as it was there until this is told.
const unlockedByClock = (
  record: ReceivedRecord,
  height: bigint,
  { time }: Cursor,
): PendingChange => ({
  change: receipt('unlocked', record, lastHeld(record)),
  until: { height, time },
})

// One that has no number is told by its height; one of an earlier number, with what was replaced.
function foundSince({ height = 0n, found }: ReceivedRecord | SentRecord, { number }: Cursor) {
  if (found === undefined) return { height }
  return { number: found > number ? found - 1n : number }
}

// The block that lets it go is the one before. A lock that ends by the clock hangs on its own block.
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
