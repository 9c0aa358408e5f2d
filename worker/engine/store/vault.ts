/**
 * Records at rest: each encrypted on its own, under a name that reveals nothing.
 *
 * A random data key encrypts all records; the password wraps it in the header. A new password comes with a new data
 * key: all records are sealed anew, so that an old header opens nothing that was written later. A sealed manifest
 * ({@link file://./manifest.ts}) is part of every write. Names of the header and of the tables `info` and `secrets` begin
 * with `keys.`, the others with `data.`: with the former alone a wallet opens and scans again.
 *
 * What cannot be noticed: all records, or all `data.` records, that are replaced by those of one earlier commit.
 *
 * @module
 */
import { TimeSlice } from '../base/time-slice.ts'
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { NamedRecord, Ports, RecordStore } from '../base/ports.ts'
import { formatHeader, nonceLength, parseHeader, withPasskey, type Header } from './header.ts'
import { Manifest, type ManifestRecord, type TicketChange } from './manifest.ts'
import type { PasskeyRequest } from './passkey.ts'
import { unwrap, wrap, type Opener } from './password.ts'
import { headerName, readRecords, unlock, type RecordParts } from './read-records.ts'
import { randomPerRecord, RecordKeys } from './record-keys.ts'
import { RecordsChanged, storageError, WalletDamaged, WrongPassword } from './errors.ts'
import type { SealedKey } from './records.ts'
import type { RecordChange, Store } from './store.ts'

/** The ports that the vault needs. */
export type VaultPorts = Pick<Ports, 'random' | 'clock' | 'stretchPassword' | 'stretchCost'> & {
  crypto: Pick<Crypto, 'seal' | 'unseal' | 'unsealMany'>
}

/** The table of the manifest's only record; not one of the store. */
const manifestTable = 'manifest'

/** Sealed records to write. */
type Sealed = { puts: Map<string, Uint8Array>; deletes: string[]; tickets: TicketChange[] }

/** What follows when a write is stored, or is not. */
type Outcome = { stored: () => void; lost?: () => void }

export class Vault {
  readonly #ports: VaultPorts
  readonly #records: RecordStore
  readonly #timeSlice: TimeSlice
  #keys: RecordKeys
  #header: Header
  #manifest = new Manifest()
  /** A new wallet's header is written with its first records, atomically. */
  #headerWritten: boolean
  /** Names of records that do not decrypt. The next write deletes them. */
  #unreadable: string[] = []
  #damage: RecordsChanged | undefined
  /** The last write if it failed and storage could not be read: it may be stored. */
  #uncertain: (Outcome & { name: string; bytes: Uint8Array }) | undefined
  #wiped = false

  private constructor(
    ports: VaultPorts,
    records: RecordStore,
    header: Header,
    keys: RecordKeys,
    headerWritten: boolean,
  ) {
    this.#ports = ports
    this.#records = records
    this.#timeSlice = new TimeSlice(ports.clock)
    this.#header = header
    this.#keys = keys
    this.#headerWritten = headerWritten
  }

  /** A vault for a new wallet, with a new data key. Nothing is written before `persist`. */
  static async create(ports: VaultPorts, records: RecordStore, password: string): Promise<Vault> {
    const { header, keys } = await newKeys(ports, password)
    return new Vault(ports, records, header, keys, false)
  }

  /**
   * Opens a wallet and reads all of it into `store`.
   *
   * @param repair - Whether changed records are accepted. What is left is read, {@link damage} has the rest, and the next
   *   write stores this state.
   * @throws {WrongPassword} When password or passkey are wrong; nothing has changed then.
   * @throws {WalletDamaged} When header or keys are missing or damaged.
   * @throws {RecordsChanged} When a record was altered, removed, or replaced by another one or an older version.
   */
  static async open(
    ports: VaultPorts,
    records: RecordStore,
    opener: Opener,
    store: Store,
    { repair = false } = {},
  ): Promise<Vault> {
    const { header, parts, dataKey } = await unlock(ports, records, opener)
    const keys = new RecordKeys(ports.crypto, dataKey)
    dataKey.fill(0)
    const vault = new Vault(ports, records, header, keys, true)
    try {
      await vault.#load(parts, store, repair)
    } catch (error) {
      vault.wipe()
      throw error
    }
    return vault
  }

  /** A vault whose key is known without the password. */
  static withKey(ports: VaultPorts, records: RecordStore, { key, header }: SealedKey): Vault {
    const keys = new RecordKeys(ports.crypto, key)
    return new Vault(ports, records, parseHeader(header), keys, false)
  }

  /** What was accepted by opening the wallet with `repair`. */
  get damage(): RecordsChanged | undefined {
    return this.#damage
  }

  /**
   * Reads all records into `store`. Storage that is empty, without even a header, leaves the store empty.
   *
   * @throws {WalletDamaged} As {@link open} does; the store is wiped then.
   */
  async read(store: Store): Promise<void> {
    const all = [...(await readRecords(this.#records))]
    if (all.length > 0) await this.#load([Promise.resolve(all)], store, false)
  }

  /**
   * Encrypts these records and replaces all others with them, atomically.
   *
   * @throws {RpcError} UNKNOWN_ERROR when storage fails; an error after `wipe`.
   */
  async replace(all: readonly RecordChange[]): Promise<void> {
    const before = await readRecords(this.#records)
    const manifest = new Manifest()
    const { puts, tickets } = await this.#sealed(this.#keys, all)
    puts.set(headerName, formatHeader(this.#header))
    const sealed = { puts, deletes: [...before.keys()], tickets }
    await this.#write(this.#keys, manifest, sealed, {
      stored: () => {
        this.#manifest = manifest
      },
    })
  }

  /**
   * Encrypts and writes changes, atomically.
   *
   * @param changes - At most one for each record.
   * @throws {RpcError} UNKNOWN_ERROR when storage fails; an error after `wipe`.
   */
  async persist(changes: readonly RecordChange[]): Promise<void> {
    await this.#settle()
    const sealed = await this.#sealed(this.#keys, changes)
    if (!this.#headerWritten) sealed.puts.set(headerName, formatHeader(this.#header))
    sealed.deletes.push(...this.#unreadable)
    await this.#write(this.#keys, this.#manifest, sealed, {
      stored: () => {
        this.#headerWritten = true
        this.#unreadable = []
      },
    })
  }

  async verifyPassword(opener: Opener): Promise<boolean> {
    const dataKey = await unwrap(this.#ports, this.#header, opener)
    dataKey?.fill(0)
    return dataKey !== undefined
  }

  /** Whether a passkey opens the wallet, too. */
  get hasPasskey(): boolean {
    return this.#header.passkey !== undefined
  }

  /**
   * Adds a passkey, which opens the wallet beside the password, in place of an earlier one. A new password removes it: the
   * passkey does not open the new data key.
   *
   * @param secret - What the passkey returns for `request`. No other write may run at the same time.
   * @throws {WrongPassword} When the password is wrong; nothing has changed then.
   * @throws {RpcError} UNKNOWN_ERROR when storage fails.
   */
  async addPasskey(password: string, request: PasskeyRequest, secret: Uint8Array): Promise<void> {
    await this.#settle()
    const dataKey = await unwrap(this.#ports, this.#header, password)
    if (!dataKey) throw new WrongPassword()
    const { crypto, random } = this.#ports
    const header = withPasskey(crypto, this.#header, request, random(nonceLength), secret, dataKey)
    dataKey.fill(0)
    const puts = new Map([[headerName, formatHeader(header)]])
    const stored = () => (this.#header = header)
    await this.#write(this.#keys, this.#manifest, { puts, deletes: [], tickets: [] }, { stored })
  }

  /**
   * Replaces password and data key: seals all records anew and writes them with the new header, atomically.
   *
   * @param all - Every record of the wallet. No other write may run at the same time.
   * @throws {WrongPassword} When `oldPassword` is wrong; nothing has changed then.
   * @throws {RpcError} UNKNOWN_ERROR when storage fails; an error after `wipe`.
   */
  async changePassword(
    oldPassword: string,
    newPassword: string,
    all: readonly RecordChange[],
  ): Promise<void> {
    await this.#settle()
    if (!(await this.verifyPassword(oldPassword))) throw new WrongPassword()
    const { header, keys } = await newKeys(this.#ports, newPassword)
    const manifest = new Manifest()
    const stored = () => {
      this.#keys.wipe()
      this.#keys = keys
      this.#header = header
      this.#manifest = manifest
      this.#unreadable = []
      // The keys may have been wiped during the write.
      if (this.#wiped) keys.wipe()
    }
    try {
      const { puts, tickets } = await this.#sealed(keys, all)
      puts.set(headerName, formatHeader(header))
      const deletes = [...this.#unreadable, this.#keys.nameOf(manifestTable, '')]
      for (const [table, key] of this.#manifest.records()) {
        await this.#timeSlice.pause()
        deletes.push(this.#keys.nameOf(table, key))
      }
      const outcome = { stored, lost: () => keys.wipe() }
      await this.#write(keys, manifest, { puts, deletes, tickets }, outcome)
    } catch (error) {
      // They are needed if storage may have the write.
      if (!this.#uncertain) keys.wipe()
      throw error
    }
  }

  /** Wipes the keys. The vault is unusable afterwards. */
  wipe(): void {
    this.#wiped = true
    this.#keys.wipe()
    this.#uncertain?.lost?.()
  }

  #requireKeys() {
    if (this.#wiped) throw new Error('the wallet is closed')
  }

  async #sealed(keys: RecordKeys, changes: readonly RecordChange[]): Promise<Sealed> {
    const puts = new Map<string, Uint8Array>()
    const deletes: string[] = []
    const tickets: TicketChange[] = []
    const random = this.#ports.random(changes.length * randomPerRecord)
    for (const [index, change] of changes.entries()) {
      await this.#timeSlice.pause()
      // Checked before every record: none may be encrypted with wiped keys.
      this.#requireKeys()
      const { table, key } = change
      const name = keys.nameOf(table, key)
      let ticket: bigint | undefined
      if (change.record === undefined) deletes.push(name)
      else {
        const drawn = random.subarray(index * randomPerRecord, (index + 1) * randomPerRecord)
        const sealed = keys.seal(name, drawn, change)
        puts.set(name, sealed.bytes)
        ticket = sealed.ticket
      }
      tickets.push({ table, key, ticket })
    }
    return { puts, deletes, tickets }
  }

  /** Writes records and the manifest that fits them, and applies the tickets to `manifest`. */
  async #write(
    keys: RecordKeys,
    manifest: Manifest,
    { puts, deletes, tickets }: Sealed,
    { stored, lost }: Outcome,
  ) {
    // A header that wraps a wiped key could not open the wallet.
    this.#requireKeys()
    const name = keys.nameOf(manifestTable, '')
    const content = { table: manifestTable, key: '', record: manifest.after(tickets) }
    const { bytes } = keys.seal(name, this.#ports.random(randomPerRecord), content)
    puts.set(name, bytes)
    const outcome = {
      stored: () => {
        manifest.apply(tickets)
        stored()
      },
      ...(lost && { lost }),
    }
    try {
      await this.#records.write(
        puts,
        deletes.filter((each) => !puts.has(each)),
      )
    } catch (error) {
      this.#uncertain = { name, bytes, ...outcome }
      if (await this.#settle().catch(() => false)) return
      throw storageError(error)
    }
    outcome.stored()
  }

  /**
   * Finds out whether a write that failed is stored nevertheless: the next manifest must fit what is there.
   *
   * @throws {RpcError} UNKNOWN_ERROR when storage cannot be read.
   */
  async #settle(): Promise<boolean> {
    if (!this.#uncertain) return false
    const { name, bytes, stored, lost } = this.#uncertain
    const all = await this.#records.readAll().catch((error: unknown) => {
      throw storageError(error)
    })
    this.#uncertain = undefined
    const isStored = sameBytes(all.get(name) ?? new Uint8Array(), bytes)
    if (isStored) stored()
    else lost?.()
    return isStored
  }

  async #load(parts: RecordParts, store: Store, repair: boolean) {
    try {
      const { stored, unreadable, isWithoutData } = await this.#readInto(store, parts)
      const differences = stored ? this.#manifest.differencesFrom(stored) : undefined
      const isReadable = unreadable.length === 0
      if (isReadable && differences?.length === 0) return
      if (!store.info.isStored || !store.secrets.isStored)
        throw new WalletDamaged('the keys of the wallet are damaged')
      if (isReadable && !stored && isWithoutData) return
      this.#damage = new RecordsChanged(differences, unreadable.length)
      if (!repair) throw this.#damage
      this.#unreadable = unreadable
    } catch (error) {
      store.wipe()
      throw error
    }
  }

  /** Decrypts each part while the next one arrives. */
  async #readInto(store: Store, parts: RecordParts) {
    const tables = store.tables()
    const tickets: TicketChange[] = []
    const unreadable: string[] = []
    let stored: ManifestRecord | undefined
    let isWithoutData = true
    for (const part of parts)
      for (const sealed of piecesOf((await part).filter(([name]) => name !== headerName))) {
        this.#requireKeys()
        for (const [i, opened] of this.#keys.unsealAll(sealed).entries()) {
          const name = sealed[i]![0]
          if (!name.startsWith('keys.')) isWithoutData = false
          if (!opened) unreadable.push(name)
          else if (opened.table === manifestTable) stored = opened.record as ManifestRecord
          else {
            const table = tables.get(opened.table)
            if (!table) throw new WalletDamaged(`records of an unknown table: ${opened.table}`)
            table.rows.set(opened.key, opened.record)
            tickets.push(opened)
          }
        }
      }
    this.#manifest.apply(tickets)
    return { stored, unreadable, isWithoutData }
  }
}

/** A new data key: what it derives, and the header that wraps it. */
async function newKeys(ports: VaultPorts, password: string) {
  const dataKey = ports.random(32)
  const header = await wrap(ports, dataKey, password)
  const keys = new RecordKeys(ports.crypto, dataKey)
  dataKey.fill(0)
  return { header, keys }
}

/** Few enough records that their plain bytes are short-lived. */
const pieceSize = 256

function* piecesOf(records: readonly NamedRecord[]): Generator<readonly NamedRecord[]> {
  for (let at = 0; at < records.length; at += pieceSize) yield records.slice(at, at + pieceSize)
}
