/**
 * Filter of a list of transfers.
 *
 * @module
 */
import { compare } from '#protocol/bigint.ts'
import type { ReceivedRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import { Subset } from '../store/subset.ts'
import { minedByHeight, receivedByHeight } from './by-height.ts'
import { transferView, type Transfer, type TransferParts } from './transfer-view.ts'

/** Kinds to show; default all. */
export type TransferFilter = {
  account?: number | undefined
  /** Addresses of the account; all when empty. */
  addresses?: ReadonlySet<number>
  txid?: string
  /** Mined above this height ... */
  above?: bigint
  /** ... and up to this one. */
  upTo?: bigint
  /** Lists to fill, the others stay empty; default all. */
  lists?: readonly TransferList[]
  /** Whether spends of another copy of this wallet are pending while they are in the pool. */
  elsewhere?: boolean
}

type TransferList = keyof Transfers

/** Transfers by state, each list oldest first. */
export type Transfers = {
  in: Transfer[]
  out: Transfer[]
  pending: Transfer[]
  failed: Transfer[]
  pool: Transfer[]
}

/**
 * The transfers that match a filter. Heights apply to mined ones only: the lower bound is
 * exclusive, the upper inclusive.
 *
 * @see monero src/wallet/wallet_rpc_server.cpp on_get_transfers,
 *   src/wallet/wallet2.cpp get_payments, get_payments_out, get_unconfirmed_payments
 */
export function listTransfers(parts: TransferParts, filter: TransferFilter = {}): Transfers {
  const { above = 0n, upTo, lists, elsewhere = false } = filter
  const { received, sent, pool } = parts.store
  const view = transferView(parts)
  const found: Transfers = { in: [], out: [], pending: [], failed: [], pool: [] }
  const isWanted = (...names: TransferList[]) =>
    lists === undefined || names.some((name) => lists.includes(name))

  if (isWanted('in'))
    for (const record of received.index(receivedByHeight).between(above, upTo))
      if (isReceiptOf(record, filter)) found.in.push(view.received(record))
  if (isWanted('out'))
    for (const record of sent.index(minedByHeight).between(above, upTo))
      if (isSentBy(record, filter)) found.out.push(view.sent(record))
  if (isWanted('pending', 'failed'))
    for (const record of sent.index(notMined).values())
      if (isSentBy(record, filter) && (elsewhere || record.blob.length > 0))
        found[record.state === 'failed' ? 'failed' : 'pending'].push(view.sent(record))
  if (isWanted('pool'))
    for (const record of pool.values())
      if (isReceiptOf(record, filter)) found.pool.push(view.pool(record))
  for (const list of Object.values(found)) list.sort(byAge)
  return found
}

/** Index of sent transactions that are not mined. */
const notMined = () => new Subset<SentRecord>(({ state }) => state !== 'mined')

/** All transfers of one transaction in an account, in monero's order. */
export function transfersOf(parts: TransferParts, txid: string, account: number): Transfer[] {
  const { in: received, out, pending, failed, pool } = listTransfers(parts, { account, txid })
  return [...received, ...out, ...pending, ...failed, ...pool]
}

const isReceiptOf = (
  { txid, subaddress }: Pick<ReceivedRecord, 'txid' | 'subaddress'>,
  filter: TransferFilter,
) => (filter.txid === undefined || txid === filter.txid) && isOf([subaddress], filter)

const isSentBy = ({ txid, account, subaddresses }: SentRecord, filter: TransferFilter) =>
  (filter.txid === undefined || txid === filter.txid) &&
  (filter.account === undefined || account === filter.account) &&
  isOf(subaddresses, { ...filter, account: undefined })

function isOf(subaddresses: readonly SubaddressIndex[], { account, addresses }: TransferFilter) {
  return subaddresses.some(
    (index) =>
      (account === undefined || index.account === account) &&
      (!addresses?.size || addresses.has(index.address)),
  )
}

function byAge(a: Transfer, b: Transfer): number {
  const [x, y] = a.height === b.height ? [a.timestamp, b.timestamp] : [a.height, b.height]
  return compare(x, y)
}
