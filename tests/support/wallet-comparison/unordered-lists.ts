/**
 * Lists of answers whose order is chance in the reference; every other list has one that is settled.
 *
 * @module
 */

export type Chance = {
  why: string
  /** Members alike in this field stand together, and these groups in an order that is settled. */
  among?: string
}

const hashed = (what: string) => ({
  why: `\`wallet2.h\` keeps ${what} in a hash table, whose order depends on the ids and on each load of the file`,
})
const received = hashed('`m_payments`')
const summedUp = {
  why: '`wallet_rpc_server.cpp` `on_describe_transfer` sums the amounts by address in a hash table',
}

/** By `METHOD.PATH`. */
export const unorderedLists: { readonly [path: string]: Chance } = {
  'get_transfers.in': received,
  'get_transfers.out': hashed('`m_confirmed_txs`'),
  'get_transfers.pending': hashed('`m_unconfirmed_txs`'),
  'get_transfers.failed': hashed('`m_unconfirmed_txs`'),
  'get_transfers.pool': hashed('`m_unconfirmed_payments`'),
  // What was received stands before what was sent, and that before what waits.
  'get_transfer_by_txid.transfers': { ...received, among: 'type' },
  'get_payments.payments': received,
  // Asked for ids, it has them in the order asked; `tests/interop/sync.test.ts` sees to that.
  'get_bulk_payments.payments': received,
  'describe_transfer.desc[].recipients': summedUp,
  'describe_transfer.summary.recipients': summedUp,
}
