/**
 * Records at rest: each encrypted on its own, under a name that reveals nothing.
 *
 * A random data key encrypts all records and never changes; the password wraps it in the header, so
 * a new password rewrites one record. A record's name is a keyed hash of table and key; the name
 * is bound to the ciphertext as additional data, and the plaintext contains the logical name, so that no record
 * passes for another. Names of the header and of the tables `info` and `secrets` begin with `keys.`,
 * the others with `data.`: with the former alone a wallet opens and scans again.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { TimeSlice } from '../base/time-slice.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Ports, RecordStore } from '../base/ports.ts'
import { decodeRecord, encodeRecord } from './codec.ts'
import { formatHeader, nonceLength, parseHeader, type Header } from './header.ts'
import { unwrap, wrap } from './password.ts'
import { storageError, WalletDamaged, WrongPassword } from './errors.ts'
import type { SealedKey } from './records.ts'
import type { RecordChange, Store } from './store.ts'

/** The ports that the vault needs. */
export type VaultPorts = Pick<Ports, 'random' | 'clock' | 'stretchPassword' | 'stretchCost'> & {
  crypto: Pick<Crypto, 'seal' | 'unseal'>
}

/** Name of the header's record. */
export const headerName = 'keys.header'
const keyTables = new Set(['info', 'secrets'])

export class Vault {
  readonly #ports: VaultPorts
  readonly #records: RecordStore
  readonly #timeSlice: TimeSlice
  readonly #dataKey: Uint8Array
  readonly #recordKey: Uint8Array
  readonly #nameKey: Uint8Array
  #header: Header
  /** A new wallet's header is written with its first records, atomically. */
  #headerWritten: boolean
  #wiped = false

  private constructor(
    ports: VaultPorts,
    records: RecordStore,
    header: Header,
    dataKey: Uint8Array,
    headerWritten: boolean,
  ) {
    this.#ports = ports
    this.#records = records
    this.#timeSlice = new TimeSlice(ports.clock)
    this.#header = header
    this.#dataKey = dataKey
    this.#recordKey = blake2b(utf8ToBytes('nightjar record'), { key: dataKey, dkLen: 32 })
    this.#nameKey = blake2b(utf8ToBytes('nightjar name'), { key: dataKey, dkLen: 32 })
    this.#headerWritten = headerWritten
  }

  /** A vault for a new wallet, with a new data key. Nothing is written before `persist`. */
  static async create(ports: VaultPorts, records: RecordStore, password: string): Promise<Vault> {
    const dataKey = ports.random(32)
    const header = await wrap(ports, dataKey, password)
    return new Vault(ports, records, header, dataKey, false)
  }

  /**
   * Opens a wallet and reads all of it into `store`.
   *
   * @throws {WrongPassword} When the password is wrong; nothing has changed then.
   * @throws {WalletDamaged} When a record was altered, truncated or swapped.
   */
  static async open(
    ports: VaultPorts,
    records: RecordStore,
    password: string,
    store: Store,
  ): Promise<Vault> {
    const all = await readRecords(records)
    const headerBytes = all.get(headerName)
    if (!headerBytes) throw new WalletDamaged('the wallet has no header')
    const header = parseHeader(headerBytes)
    const dataKey = await unwrap(ports, header, password)
    if (!dataKey) throw new WrongPassword()
    const vault = new Vault(ports, records, header, dataKey, true)
    try {
      vault.#load(all, store)
    } catch (error) {
      vault.wipe()
      throw error
    }
    return vault
  }

  /** A vault whose key is known without the password. It takes a copy of the key. */
  static withKey(ports: VaultPorts, records: RecordStore, { key, header }: SealedKey): Vault {
    return new Vault(ports, records, parseHeader(header), key.slice(), false)
  }

  /**
   * Reads all records into `store`, which is wiped when it throws.
   *
   * @throws {WalletDamaged} When a record was altered, truncated or swapped.
   */
  async read(store: Store): Promise<void> {
    this.#load(await readRecords(this.#records), store)
  }

  /**
   * Encrypts these records and replaces all others with them, atomically.
   *
   * @throws {RpcError} UNKNOWN_ERROR when storage fails; an error after `wipe`.
   */
  async replace(all: readonly RecordChange[]): Promise<void> {
    const { puts } = await this.#sealed(all)
    puts.set(headerName, formatHeader(this.#header))
    const before = await readRecords(this.#records)
    await this.#write(
      puts,
      [...before.keys()].filter((name) => !puts.has(name)),
    )
  }

  /**
   * Encrypts and writes changes, atomically.
   *
   * @throws {RpcError} UNKNOWN_ERROR when storage fails; an error after `wipe`.
   */
  async persist(changes: readonly RecordChange[]): Promise<void> {
    const { puts, deletes } = await this.#sealed(changes)
    if (!this.#headerWritten) puts.set(headerName, formatHeader(this.#header))
    await this.#write(puts, deletes)
    this.#headerWritten = true
  }

  async verifyPassword(password: string): Promise<boolean> {
    const dataKey = await unwrap(this.#ports, this.#header, password)
    dataKey?.fill(0)
    return dataKey !== undefined
  }

  /**
   * @param changes - Written with it, atomically.
   * @throws {WrongPassword} When `oldPassword` is wrong; nothing has changed then. An error after `wipe`.
   */
  async changePassword(
    oldPassword: string,
    newPassword: string,
    changes: readonly RecordChange[] = [],
  ): Promise<void> {
    if (!(await this.verifyPassword(oldPassword))) throw new WrongPassword()
    const header = await wrap(this.#ports, this.#dataKey, newPassword)
    const { puts, deletes } = await this.#sealed(changes)
    // A header that wraps a wiped key could not open the wallet.
    this.#requireKeys()
    await this.#write(puts.set(headerName, formatHeader(header)), deletes)
    this.#header = header
  }

  /** Wipes the keys. The vault is unusable afterwards. */
  wipe(): void {
    this.#wiped = true
    for (const key of [this.#dataKey, this.#recordKey, this.#nameKey]) key.fill(0)
  }

  #requireKeys() {
    if (this.#wiped) throw new Error('the wallet is closed')
  }

  async #sealed(changes: readonly RecordChange[]) {
    const puts = new Map<string, Uint8Array>()
    const deletes: string[] = []
    const nonces = this.#ports.random(changes.length * nonceLength)
    for (const [index, { table, key, record }] of changes.entries()) {
      await this.#timeSlice.pause()
      // Checked before every record: none may be encrypted with wiped keys.
      this.#requireKeys()
      const name = this.#nameOf(table, key)
      if (record === undefined) {
        deletes.push(name)
        continue
      }
      const nonce = nonces.subarray(index * nonceLength, (index + 1) * nonceLength)
      puts.set(name, this.#encrypt(name, nonce, [table, key, record]))
    }
    return { puts, deletes }
  }

  async #write(puts: ReadonlyMap<string, Uint8Array>, deletes: readonly string[]) {
    try {
      await this.#records.write(puts, deletes)
    } catch (error) {
      throw storageError(error)
    }
  }

  #load(all: ReadonlyMap<string, Uint8Array>, store: Store) {
    const tables = store.tables()
    try {
      for (const [name, sealed] of all) {
        if (name === headerName) continue
        const [tableName, key, record] = this.#decrypt(name, sealed)
        const table = tables.get(tableName)
        if (!table) throw new WalletDamaged(`records of an unknown table: ${tableName}`)
        table.rows.set(key, record)
      }
    } catch (error) {
      store.wipe()
      throw error
    }
  }

  #nameOf(table: string, key: string) {
    const hash = blake2b(utf8ToBytes(`${table}\0${key}`), { key: this.#nameKey, dkLen: 20 })
    return `${keyTables.has(table) ? 'keys' : 'data'}.${bytesToHex(hash)}`
  }

  #encrypt(name: string, nonce: Uint8Array, content: [string, string, unknown]) {
    const plain = encodeRecord(content)
    const sealed = this.#ports.crypto.seal(this.#recordKey, nonce, utf8ToBytes(name), plain)
    plain.fill(0)
    return concatBytes(nonce, sealed)
  }

  #decrypt(name: string, sealed: Uint8Array) {
    if (sealed.length < nonceLength) throw damagedRecord()
    const [nonce, rest] = [sealed.subarray(0, nonceLength), sealed.subarray(nonceLength)]
    const plain = this.#ports.crypto.unseal(this.#recordKey, nonce, utf8ToBytes(name), rest)
    if (!plain) throw damagedRecord()
    try {
      return decodeRecord(plain) as [string, string, unknown]
    } catch {
      // The cause is left out: an error of the codec could quote a secret.
      throw damagedRecord()
    } finally {
      plain.fill(0)
    }
  }
}

/** @throws {WalletDamaged} When storage no longer has them. */
export const readRecords = (records: RecordStore): Promise<ReadonlyMap<string, Uint8Array>> =>
  records.readAll().catch((cause: unknown) => {
    throw new WalletDamaged('its records cannot be read', { cause })
  })

const damagedRecord = () => new WalletDamaged('a record of the wallet is damaged')
