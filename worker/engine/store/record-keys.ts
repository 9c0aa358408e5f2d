/**
 * Keys that seal single records, derived from a data key.
 *
 * A sealed record is a nonce (24 bytes) and the ciphertext (XChaCha20-Poly1305) of a ticket (16 bytes, see
 * {@link file://./manifest.ts}) and of table, key and record. Its name is a keyed hash of table and key, and is bound to the
 * ciphertext as additional data, so that no record passes for another.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { decodeRecord, encodeRecord } from './codec.ts'
import { nonceLength } from './header.ts'
import type { NamedRecord } from '../base/ports.ts'
import { ticketLength, ticketOf } from './manifest.ts'

/** Random bytes that sealing a record takes. */
export const randomPerRecord = nonceLength + ticketLength

const keyTables = new Set(['info', 'secrets'])

type Content = { table: string; key: string; record: unknown }

type OpenedRecord = Content & { ticket: bigint }

export class RecordKeys {
  readonly #crypto: Pick<Crypto, 'seal' | 'unsealMany'>
  readonly #sealKey: Uint8Array
  readonly #nameKey: Uint8Array

  /** @param dataKey - 32 bytes; not kept. */
  constructor(crypto: Pick<Crypto, 'seal' | 'unsealMany'>, dataKey: Uint8Array) {
    this.#crypto = crypto
    this.#sealKey = blake2b(utf8ToBytes('nightjar record'), { key: dataKey, dkLen: 32 })
    this.#nameKey = blake2b(utf8ToBytes('nightjar name'), { key: dataKey, dkLen: 32 })
  }

  /** The name of a record in storage. Those of `info` and `secrets` begin with `keys.`, the others with `data.`. */
  nameOf(table: string, key: string): string {
    const hash = blake2b(utf8ToBytes(`${table}\0${key}`), { key: this.#nameKey, dkLen: 20 })
    return `${keyTables.has(table) ? 'keys' : 'data'}.${bytesToHex(hash)}`
  }

  /** @param name - From {@link nameOf}. @param random - {@link randomPerRecord} bytes. */
  seal(name: string, random: Uint8Array, { table, key, record }: Content) {
    const nonce = random.subarray(0, nonceLength)
    const ticket = random.subarray(nonceLength)
    const encoded = encodeRecord([table, key, record])
    const plain = concatBytes(ticket, encoded)
    const sealed = this.#crypto.seal(this.#sealKey, nonce, nameBytes(name), plain)
    for (const secret of [plain, encoded]) secret.fill(0)
    return { bytes: concatBytes(nonce, sealed), ticket: ticketOf(ticket) }
  }

  /** @returns Undefined when the record is damaged, has another name, or was sealed with other keys. */
  unseal(name: string, bytes: Uint8Array): OpenedRecord | undefined {
    return this.unsealAll([[name, bytes]])[0]
  }

  /** The same for many records. @param records - Names, and sealed bytes. */
  unsealAll(records: readonly NamedRecord[]): (OpenedRecord | undefined)[] {
    const names = records.map(([name]) => nameBytes(name))
    const sealed = records.map(([, bytes]) => bytes)
    return this.#crypto.unsealMany(this.#sealKey, names, sealed).map(opened)
  }

  /** Overwrites the keys. They are unusable afterwards. */
  wipe(): void {
    for (const key of [this.#sealKey, this.#nameKey]) key.fill(0)
  }
}

/** Wipes the plain bytes. */
function opened(plain: Uint8Array | undefined): OpenedRecord | undefined {
  if (!plain) return undefined
  try {
    const [table, key, record] = decodeRecord(plain, ticketLength) as [string, string, unknown]
    return { table, key, record, ticket: ticketOf(plain) }
  } catch {
    // The cause is left out: an error of the codec could quote a secret.
    return undefined
  } finally {
    plain.fill(0)
  }
}

// A wallet opens with tens of thousands of names, and an encoder takes ten times as long for each.
function nameBytes(name: string): Uint8Array {
  const bytes = new Uint8Array(name.length)
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code > 0x7f) return utf8ToBytes(name)
    bytes[i] = code
  }
  return bytes
}
