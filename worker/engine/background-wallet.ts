/**
 * The wallet beside one that scans for it without what spends, under a password of its own: `NAME.background`.
 *
 * It is a copy of the books without what the user made of them: labels, notes, keys of transactions. This
 * wallet has its key and its header, so that it writes the copy anew without the password, and holds it
 * while it is open itself: only one of the two scans.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp store_background_cache, process_background_cache_on_open, clear_user_data
 */
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { firstLabel } from './keys/addresses.ts'
import type { Ports, RecordStore } from './base/ports.ts'
import { formatHeader } from './store/header.ts'
import { withoutSpending } from './store/locked-keys.ts'
import { wrap } from './store/password.ts'
import { storageError } from './store/errors.ts'
import type { AccountRecord, SealedKey, Secrets, WalletInfo } from './store/records.ts'
import { Store, type RecordChange, type Table } from './store/store.ts'
import { headerName, readRecords, Vault } from './store/vault.ts'

/** What it is called beside the wallet of `name`. @see monero make_background_wallet_file_name */
export const backgroundName = (name: string): string => `${name}.background`

/** A key for it, which its password opens. */
export async function keyForBackground(ports: Ports, password: string): Promise<SealedKey> {
  const key = ports.random(32)
  return { key, header: formatHeader(await wrap(ports, key, password)) }
}

export class BackgroundWallet {
  readonly #ports: Ports
  /** Empty where the wallet lives in memory: it has none beside it then. */
  readonly #name: string
  #records: RecordStore | undefined

  /** @param name - Of the wallet that it is beside. */
  constructor(ports: Ports, name: string) {
    this.#ports = ports
    this.#name = name && backgroundName(name)
  }

  /**
   * Holds it, so that nobody else opens it; makes it where it is missing.
   *
   * @throws {RpcError} UNKNOWN_ERROR when it is open elsewhere, or another wallet has its name.
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
      // One that was cut short before its first record has nothing in it.
      if (all.size > 0 && !sameBytes(all.get(headerName) ?? new Uint8Array(), header))
        throw this.#isAnother()
    } catch (error) {
      await records.close()
      throw error
    }
    this.#records = records
  }

  /** Its tables, which the caller wipes; undefined where it has none yet. @throws {WalletDamaged} */
  async read(sealed: SealedKey): Promise<Store | undefined> {
    const records = this.#records
    if (!records) return undefined
    const store = new Store(() => Promise.resolve())
    await this.#withVault(records, sealed, (vault) => vault.read(store))
    return store.info.has('wallet') ? store : undefined
  }

  /** Writes what `store` says now, all or nothing; not where another program holds it. */
  async write(sealed: SealedKey, store: Store, height: bigint): Promise<void> {
    const records = this.#records
    if (!records) return
    await records.flush().catch(unstored)
    const all = copied(store, height)
    await this.#withVault(records, sealed, (vault) => vault.replace(all))
  }

  /** Removes it, and gives its lock back. @throws {RpcError} As {@link hold} does. */
  async remove(sealed: SealedKey | undefined): Promise<void> {
    const { files } = this.#ports
    if (this.#name === '') return
    // Where somebody else removed it, the lock alone is left.
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
    return new RpcError('UNKNOWN_ERROR', why)
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

/** The books as they are without what spends, and without what the user made of them. @see monero clear_user_data */
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
