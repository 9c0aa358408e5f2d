/**
 * What happens to a wallet's money, one happening after the other, told from its books alone: whoever
 * was away takes up again where the last id left them, also after the program was started anew.
 *
 * @module
 */
import type { Changed, Events } from '../events.ts'
import { freeAt, isUnlocked } from '../outputs/unlock.ts'
import type { ReceivedRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import type { TransferBooks } from './entries.ts'
import { heldByClock, movesOf, receiptsOf } from './moves.ts'

/** Received, a miner's reward, or sent. */
export type MovementKind = 'in' | 'block' | 'out'

/** One movement of money, and where it stands. `amount` in piconero, without the fee of what was sent. */
export type Movement = {
  name: 'received' | 'confirmed' | 'unlocked'
  /** Always the same for the same happening. */
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
export type Replaced = { name: 'reorganised'; id: string; height: bigint; detached: number }

export type Happening = Movement | Replaced

/** Changes that happenings come with. */
const moves: ReadonlySet<Changed> = new Set(['height', 'transfers'])

/**
 * Tells of what happened since `lastId`, and of what happens, until it is ended.
 *
 * @param lastId - Of the last happening that was heard; undefined, or strange, to begin now.
 * @returns Ends it.
 */
export function followHappenings(
  wallet: TransferBooks & { events: Events },
  lastId: string | undefined,
  heard: (happening: Happening) => void,
): () => void {
  const happenings = new Happenings(wallet, lastId)
  const tellNews = () => happenings.news().forEach(heard)
  tellNews()
  return wallet.events.subscribe((event) => {
    if (event.name === 'received') happenings.found(event.txid)
    else if (event.name === 'reorganised')
      heard(happenings.reorganised(event.height, event.detached))
    else if (event.name === 'changed' && moves.has(event.what)) tellNews()
  })
}

/** The order in which happenings of one block are told. */
const ranks = ['reorganised', 'confirmed', 'unlocked'] as const

/**
 * A place in the row of happenings of one wallet.
 *
 * A happening may be told twice, never less than once: its id tells that it is the same.
 */
class Happenings {
  readonly #books: TransferBooks
  /** All that happened below this height is told. */
  #from: bigint
  /** In the pool, or let go by the clock and not by a height: told by key. */
  #told: ReadonlySet<string>
  /** Transactions found late, below the height that is told. */
  readonly #late = new Set<string>()
  #after: string | undefined

  /** @param lastId - Of the last happening that was heard; undefined, or strange, to begin now. */
  constructor(books: TransferBooks, lastId: string | undefined) {
    this.#books = books
    this.#from = books.sync.view().height
    this.#told = new Set(this.#withoutHeight().map(({ id }) => id))
    const height = lastId === undefined ? undefined : heightOf(lastId, books)
    if (height === undefined) return
    this.#from = height
    this.#told = new Set([lastId!])
    this.#after = lastId
  }

  /** A transaction that a block holds, whichever: it is told the next time. */
  found(txid: string): void {
    this.#late.add(txid)
  }

  /** Blocks were replaced: what is now in them is told the next time. */
  reorganised(height: bigint, detached: number): Replaced {
    if (height < this.#from) this.#from = height
    this.#after = undefined
    return { name: 'reorganised', id: idOf(height, 'reorganised', `${detached}`), height, detached }
  }

  /** What happened since the last time, in order. */
  news(): Movement[] {
    const now = this.#books.sync.view().height
    const ordered = this.#mined(now).sort((a, b) => compareIds(a.id, b.id))
    const after = this.#after
    const fresh = after === undefined ? ordered : ordered.filter(({ id }) => isAfter(id, after))
    this.#from = now
    this.#after = undefined
    this.#late.clear()

    const standing = this.#withoutHeight()
    const others = standing.filter(({ id }) => !this.#told.has(id))
    this.#told = new Set(standing.map(({ id }) => id))
    return [...fresh, ...others]
  }

  #mined(now: bigint): Movement[] {
    const since = { from: this.#from, now, late: this.#late }
    const { confirmed, unlocked, sent } = movesOf(this.#books.store, since)
    return [
      ...confirmed.map((record) =>
        receipt('confirmed', record, idOf(record.height, 'confirmed', keyOf(record))),
      ),
      // The block that lets it go is the one before.
      ...unlocked.map((record) =>
        receipt('unlocked', record, idOf(freeAt(record)! - 1n, 'unlocked', keyOf(record))),
      ),
      ...sent.map(payment),
    ]
  }

  // In the pool, and past a lock that ends by the clock.
  #withoutHeight(): Movement[] {
    const { store, sync } = this.#books
    const view = sync.view()
    const waiting = [...store.pool.values()].map((record) =>
      receipt('received', { ...record, height: 0n }, `pool/${keyOf(record)}`),
    )
    const byClock = [...heldByClock(store)]
      .filter((record) => isUnlocked(record, view))
      .map((record) => receipt('unlocked', record, `time/${keyOf(record)}`))
    return [...waiting, ...byClock]
  }
}

function receipt(name: Movement['name'], record: ReceivedRecord, id: string): Movement {
  const { txid, coinbase, amount, height, subaddress } = record
  return { name, id, txid, type: coinbase ? 'block' : 'in', amount, height, subaddress }
}

function payment({ txid, height = 0n, account, amountOut: amount }: SentRecord): Movement {
  const id = idOf(height, 'confirmed', `${txid}/out`)
  const subaddress = { account, address: 0 }
  return { name: 'confirmed', id, txid, type: 'out', amount, height, subaddress }
}

const keyOf = ({ txid, subaddress: { account, address } }: Omit<ReceivedRecord, 'height'>) =>
  `${txid}/${account}/${address}`

const idOf = (height: bigint, name: (typeof ranks)[number], key: string) =>
  `${height}/${name}/${key}`

/** The height to go on from; undefined where the id says none. */
function heightOf(id: string, { store, sync }: TransferBooks): bigint | undefined {
  const [place = '', name] = id.split('/')
  if (/^\d{1,10}$/.test(place)) return BigInt(place)
  if (place === 'time') return sync.view().height
  if (place !== 'pool' || name === undefined) return undefined
  return receiptsOf(store, name)[0]?.height ?? sync.view().height
}

const isAfter = (id: string, other: string) => !/^\d/.test(other) || compareIds(id, other) > 0

function compareIds(a: string, b: string): number {
  const [x, y] = [placeOf(a), placeOf(b)]
  if (x.height !== y.height) return x.height < y.height ? -1 : 1
  return x.rank - y.rank || (x.key < y.key ? -1 : x.key > y.key ? 1 : 0)
}

function placeOf(id: string) {
  const [height = '0', name = '', ...key] = id.split('/')
  return { height: BigInt(height), rank: ranks.findIndex((rank) => rank === name), key: key.join() }
}
