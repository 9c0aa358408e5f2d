/**
 * What a server of the feed sends while it runs: its top block and its transaction pool.
 *
 * All clients receive the same, so that nothing is asked because of a match.
 *
 * @module
 */
import { list, object, text, u64, type Value } from '../fields.ts'

/** Below `feedPath`: Server-Sent Events named `tip` and `pool`. */
export const eventsName = 'events'
/** Below `feedPath`: the transaction pool as a {@link poolDocument}. */
export const poolName = 'pool'

const transactionFields = {
  id: text.describe('Transaction id in hex.'),
  tx: text.describe('The transaction without its prunable part, in hex.'),
  prunable_hash: text.describe('Hash of that part in hex; empty for version 1, which is whole.'),
}

const tipFields = {
  height: u64.describe('Number of blocks.'),
  id: text.describe('Id of the top block in hex.'),
}

const poolFields = {
  version: u64.describe('Grows with each change.'),
  transactions: list(object(transactionFields)),
}

const changeFields = {
  version: u64.describe('Of the pool after the change. Changes up to a known version are known.'),
  added: list(object(transactionFields)),
  removed: list(text).describe('Ids of transactions that left the pool, mined or not.'),
}

export type PoolTransaction = Value<typeof transactionFields>

/** The top block: the first event of a connection, and one for each new block. */
export const tipEvent = object(tipFields)
export type TipEvent = Value<typeof tipFields>

/** The whole pool. */
export const poolDocument = object(poolFields)
export type PoolDocument = Value<typeof poolFields>

/** The second event of a connection has no changes, only the version of the pool. */
export const poolEvent = object(changeFields)
export type PoolEvent = Value<typeof changeFields>
