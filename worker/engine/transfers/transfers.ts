/**
 * Which transfers a list shows.
 *
 * @module
 */
import type { SubaddressIndex } from '../store/records.ts'
import { transferView, type Transfer, type TransferBooks } from './entries.ts'

/** What to show; nothing given shows all. */
export type TransferFilter = {
  account?: number | undefined
  /** Addresses of the account; all when empty. */
  addresses?: ReadonlySet<number>
  /** Mined above this height ... */
  above?: bigint
  /** ... and up to this one. */
  upTo?: bigint
}

/** Transfers by where they stand, each list oldest first. */
export type Transfers = {
  in: Transfer[]
  out: Transfer[]
  pending: Transfer[]
  failed: Transfer[]
  pool: Transfer[]
}

/**
 * The transfers that a filter lets through. Heights apply to mined ones alone.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp on_get_transfers,
 *   src/wallet/wallet2.cpp get_payments, get_payments_out, get_unconfirmed_payments
 */
export function listTransfers(books: TransferBooks, filter: TransferFilter = {}): Transfers {
  const { store } = books
  const view = transferView(books)
  const found: Transfers = { in: [], out: [], pending: [], failed: [], pool: [] }

  for (const record of store.received.values())
    if (isWithin(record.height, filter) && isOf([record.subaddress], filter))
      found.in.push(view.received(record))
  for (const record of store.pool.values())
    if (isOf([record.subaddress], filter)) found.pool.push(view.pool(record))
  for (const record of store.sent.values()) {
    const mined = record.state === 'mined'
    if (mined && !isWithin(record.height ?? 0n, filter)) continue
    if (!isOf(record.subaddresses, { ...filter, account: undefined })) continue
    if (filter.account !== undefined && record.account !== filter.account) continue
    const list = mined ? found.out : record.state === 'failed' ? found.failed : found.pending
    list.push(view.sent(record))
  }
  for (const list of Object.values(found)) list.sort(byAge)
  return found
}

/** Everything that one transaction did for an account, in the order in which monero shows it. */
export function transfersOf(books: TransferBooks, txid: string, account: number): Transfer[] {
  const { in: received, out, pending, failed, pool } = listTransfers(books, { account })
  const all = [...received, ...out, ...pending, ...failed, ...pool]
  return all.filter((transfer) => transfer.txid === txid)
}

// Monero's lower bound is exclusive, its upper inclusive.
const isWithin = (height: bigint, { above = 0n, upTo }: TransferFilter) =>
  height > above && (upTo === undefined || height <= upTo)

function isOf(subaddresses: readonly SubaddressIndex[], { account, addresses }: TransferFilter) {
  return subaddresses.some(
    (index) =>
      (account === undefined || index.account === account) &&
      (!addresses?.size || addresses.has(index.address)),
  )
}

function byAge(a: Transfer, b: Transfer): number {
  const [x, y] = a.height === b.height ? [a.timestamp, b.timestamp] : [a.height, b.height]
  return x < y ? -1 : x > y ? 1 : 0
}
