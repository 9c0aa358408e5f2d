/**
 * The tables of a chain, and the schema version and network of a store.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import type { Driver, SqlValue } from './driver.ts'

/** Version of the tables below. A store with a newer version is not opened. */
export const schemaVersion = 1

/** A store that must not be used. The message is for the operator. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** A store with inconsistent or malformed content. */
export const damaged = (problem: string): StoreError =>
  new StoreError(`the store is damaged: ${problem}`)

/**
 * Any u64 or u128 is stored as big-endian bytes; heights, indices and counts as INTEGER.
 *
 * - `blocks`: the main chain. `rct_outputs` counts the outputs of amount 0 up to and including the block,
 *   `first_tx` is the number of its first transaction (the miner transaction is part of the block).
 * - `first_output`, `output_count`: global indices of a transaction's outputs, in `blocks` those of the
 *   miner transaction. `output_list` has all of them if they are not consecutive.
 * - `prunable`: the long part. It is the last column, so that queries without it skip it.
 * - `outputs`: `number` is the global index within the amount.
 * - `pieces`: the rest of blobs that exceed the largest value, by the id of the block or transaction.
 * - `alternative_blocks`: known blocks outside the main chain, in order of arrival.
 * - `pool`: the transaction pool; times in Unix seconds. `method` is how a transaction arrived.
 */
const tables: readonly string[] = [
  `CREATE TABLE metadata (name TEXT PRIMARY KEY NOT NULL, value NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE blocks (
    height INTEGER PRIMARY KEY NOT NULL,
    id BLOB NOT NULL UNIQUE,
    blob BLOB NOT NULL,
    major INTEGER NOT NULL,
    minor INTEGER NOT NULL,
    timestamp INTEGER NOT NULL,
    nonce INTEGER NOT NULL,
    difficulty BLOB NOT NULL,
    cumulative BLOB NOT NULL,
    weight INTEGER NOT NULL,
    long_term_weight INTEGER NOT NULL,
    coins BLOB NOT NULL,
    reward BLOB NOT NULL,
    fees BLOB NOT NULL,
    first_tx INTEGER NOT NULL,
    tx_count INTEGER NOT NULL,
    rct_outputs INTEGER NOT NULL,
    miner_tx_id BLOB NOT NULL UNIQUE,
    first_output INTEGER NOT NULL,
    output_count INTEGER NOT NULL,
    output_list BLOB)`,
  `CREATE TABLE transactions (
    number INTEGER PRIMARY KEY NOT NULL,
    id BLOB NOT NULL UNIQUE,
    height INTEGER NOT NULL,
    pruned BLOB NOT NULL,
    prunable_hash BLOB,
    first_output INTEGER NOT NULL,
    output_count INTEGER NOT NULL,
    output_list BLOB,
    prunable BLOB)`,
  `CREATE TABLE outputs (
    amount BLOB NOT NULL,
    number INTEGER NOT NULL,
    key BLOB NOT NULL,
    commitment BLOB NOT NULL,
    unlock_time BLOB NOT NULL,
    height INTEGER NOT NULL,
    tx_id BLOB NOT NULL,
    index_in_tx INTEGER NOT NULL,
    PRIMARY KEY (amount, number)) WITHOUT ROWID`,
  `CREATE TABLE key_images (image BLOB PRIMARY KEY NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE pieces (
    owner BLOB NOT NULL,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (owner, number)) WITHOUT ROWID`,
  `CREATE TABLE alternative_blocks (
    added INTEGER PRIMARY KEY NOT NULL,
    id BLOB NOT NULL UNIQUE,
    prev_id BLOB NOT NULL,
    height INTEGER NOT NULL,
    blob BLOB NOT NULL,
    weight INTEGER NOT NULL,
    cumulative BLOB NOT NULL,
    coins BLOB NOT NULL)`,
  `CREATE TABLE pool (
    id BLOB PRIMARY KEY NOT NULL,
    blob BLOB NOT NULL,
    weight INTEGER NOT NULL,
    fee BLOB NOT NULL,
    receive_time INTEGER NOT NULL,
    last_relayed_time INTEGER NOT NULL,
    method TEXT NOT NULL,
    kept_by_block INTEGER NOT NULL,
    relayed INTEGER NOT NULL,
    do_not_relay INTEGER NOT NULL,
    double_spend_seen INTEGER NOT NULL,
    max_used_block_height INTEGER NOT NULL,
    max_used_block_id BLOB NOT NULL,
    last_failed_height INTEGER NOT NULL,
    last_failed_id BLOB NOT NULL) WITHOUT ROWID`,
]

/**
 * Creates the tables in an empty database, or checks existing ones.
 *
 * @throws StoreError for another network, a newer schema, or other tables.
 */
export function prepareSchema(driver: Driver, network: Network): void {
  // SQLite stores the statement that created a table.
  const existing = driver.all(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`)
  const names = new Set(existing.map(({ name }) => name))
  const made = new Set(existing.map(({ sql }) => sql))
  if (!names.has('metadata') && !names.has('blocks')) return create(driver, network)

  if (!made.has(tables[0])) throw damaged('it has no schema version')
  const version = readMetadata(driver, 'schema')
  if (typeof version !== 'number') throw damaged('it has no schema version')
  if (version > schemaVersion)
    throw new StoreError(
      `the store has schema ${version}, but this program supports at most ${schemaVersion}: ` +
        'use a newer program, or another --data-dir',
    )
  if (version === schemaVersion && !tables.every((table) => made.has(table)))
    throw damaged('its tables differ from the schema')
  const of = readMetadata(driver, 'network')
  if (of !== network)
    throw new StoreError(`network: expected a store of ${network}, got ${String(of)}`)
}

function create(driver: Driver, network: Network) {
  driver.transaction(() => {
    for (const table of tables) driver.run(table)
    writeMetadata(driver, 'schema', schemaVersion)
    writeMetadata(driver, 'network', network)
  })
}

/** A stored value by name; undefined if nothing is stored under it. */
export function readMetadata(driver: Driver, name: string): SqlValue | undefined {
  return driver.all('SELECT value FROM metadata WHERE name = ?', name)[0]?.value
}

export function writeMetadata(driver: Driver, name: string, value: SqlValue): void {
  driver.run('INSERT OR REPLACE INTO metadata (name, value) VALUES (?, ?)', name, value)
}
