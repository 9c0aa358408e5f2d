/**
 * The background wallet, `NAME.background`: scans for another wallet without its spend key. It has its
 * own password.
 *
 * It holds a copy of the ledger without the user's data: labels, notes, transaction keys. The main
 * wallet has its key and header, so it can rewrite the copy without the password. While the main
 * wallet is open, it holds the lock of the background wallet: only one of the two scans.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp store_background_cache, process_background_cache_on_open, clear_user_data
 */
import { sameBytes } from '#protocol/bytes.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { firstLabel } from './keys/addresses.ts'
import type { Ports, RecordStore } from './base/ports.ts'
import { formatHeader } from './store/header.ts'
import { withoutSpending } from './store/locked-keys.ts'
import { wrap } from './store/password.ts'
import { storageError } from './store/errors.ts'
import type { AccountRecord, SealedKey, Secrets, WalletInfo } from './store/records.ts'
import { Store, type RecordChange, type Table } from './store/store.ts'
import { headerName, readRecords } from './store/read-records.ts'
import { Vault } from './store/vault.ts'

/** File name of the background wallet of `name`. @see monero make_background_wallet_file_name */
const backgroundName = (name: string): string => `${name}.background`

/** A record key for the background wallet, wrapped by its password. */
export async function keyForBackground(ports: Ports, password: string): Promise<SealedKey> {
  const key = ports.random(32)
  return { key, header: formatHeader(await wrap(ports, key, password)) }
}

export class BackgroundWallet {
  readonly #ports: Ports
  /** Empty for a wallet in memory, which has no background wallet. */
  readonly #name: string
  #records: RecordStore | undefined

  /** @param name - Of the main wallet. */
  constructor(ports: Ports, name: string) {
    this.#ports = ports
    this.#name = name && backgroundName(name)
  }

  /**
   * Locks it, so that no other program opens it. Creates it where it is missing.
   *
   * @throws {RpcError} UNKNOWN_ERROR when it is open elsewhere, or when another wallet has its
   *   name.
   */
  async hold({ header }: SealedKey): Promise<void> {
    if (this.#records || this.#name === '') return
    const { files } = this.#ports
    const made = await files.create(this.#name).catch(unstored)
    const records = made === 'exists' ? await files.open(this.#name).catch(unstored) : made
    if (records === 'in use') throw this.#inUse()
    if (typeof records === 'string') throw this.#isAnother()
    try {
      const all = await readRecords(records)
      // A wallet that was truncated before its first record is empty.
      if (all.size > 0 && !sameBytes(all.get(headerName) ?? new Uint8Array(), header))
        throw this.#isAnother()
    } catch (error) {
      await records.close()
      throw error
    }
    this.#records = records
  }

  /** Its tables, which the caller wipes; undefined while it has none. @throws {WalletDamaged} */
  async read(sealed: SealedKey): Promise<Store | undefined> {
    const records = this.#records
    if (!records) return undefined
    const store = new Store(() => Promise.resolve())
    await this.#withVault(records, sealed, (vault) => vault.read(store))
    return store.info.isStored ? store : undefined
  }

  /**
   * Writes the current content of `store`, atomically; skipped while another program holds the
   * lock.
   */
  async write(sealed: SealedKey, store: Store, height: bigint): Promise<void> {
    const records = this.#records
    if (!records) return
    await records.flush().catch(unstored)
    const all = copied(store, height)
    await this.#withVault(records, sealed, (vault) => vault.replace(all))
  }

  /** Removes it and releases its lock. @throws {RpcError} As {@link hold} does. */
  async remove(sealed: SealedKey | undefined): Promise<void> {
    const { files } = this.#ports
    if (this.#name === '') return
    // After another program removed the wallet, only the lock is left.
    if (!(await files.exists(this.#name).catch(unstored))) return this.close()
    if (!sealed) throw this.#isAnother()
    await this.hold(sealed)
    await this.close()
    await files.remove(this.#name).catch(unstored)
  }

  async close(): Promise<void> {
    const records = this.#records
    this.#records = undefined
    await records?.close()
  }

  async #withVault(
    records: RecordStore,
    sealed: SealedKey,
    task: (vault: Vault) => Promise<void>,
  ): Promise<void> {
    const vault = Vault.withKey(this.#ports, records, sealed)
    try {
      await task(vault)
    } finally {
      vault.wipe()
    }
  }

  #inUse() {
    const why = `background wallet ${this.#name} is already opened by another wallet program`
    return new RpcError('UNKNOWN_ERROR', why, errorDetails.walletInUse)
  }

  #isAnother() {
    return new RpcError(
      'UNKNOWN_ERROR',
      `"${this.#name}.keys" is not this wallet's background wallet`,
    )
  }
}

function unstored(error: unknown): never {
  throw storageError(error)
}

/** The ledger without the spend key and without the user's data. @see monero clear_user_data */
function copied(store: Store, height: bigint): RecordChange[] {
  const rows = <R>(table: Table<R>, change: (row: R, key: string) => R = (row) => row) =>
    [...table.rows].map(([key, row]) => ({ table: table.name, key, record: change(row, key) }))
  return [
    ...rows(store.info, (info) => asBackground(info, height)),
    ...rows(store.secrets, keysOfBackground),
    ...rows(store.accounts, withoutLabels),
    ...rows(store.outputs, (output) => ({ ...output, frozen: false })),
    ...rows(store.sent, (sent) => ({ ...sent, txKeys: [], destinations: [] })),
    ...[
      store.lookahead,
      store.blocks,
      store.anchor,
      store.outputCounts,
      store.keyImages,
      store.received,
      store.pool,
      store.seen,
      store.history,
    ].flatMap((table) => rows(table as Table<unknown>)),
  ]
}

function asBackground(info: WalletInfo, height: bigint): WalletInfo {
  const { keyFile: _, backgroundSync, ...rest } = info
  return { ...rest, kind: 'background', backgroundSync: { from: height, ...backgroundSync! } }
}

function keysOfBackground(secrets: Secrets): Secrets {
  const { locked: _, background: _sealed, ...viewing } = withoutSpending(secrets)
  return viewing
}

function withoutLabels({ labels }: AccountRecord, account: string): AccountRecord {
  return { labels: labels.map((_, at) => (account === '0' && at === 0 ? firstLabel : '')) }
}
