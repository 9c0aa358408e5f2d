/**
 * The outer form of a backup file: a head, and the content in sealed chunks.
 *
 * `docs/backup.md` documents it byte by byte. Chunks form the STREAM construction of Hoang, Reyhanitabar, Rogaway and
 * Vizár, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance" (CRYPTO 2015): the nonce of a chunk has
 * its number and whether it is the last one. So no chunk can be altered, exchanged, repeated or left out.
 *
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToU64, dataView, sameBytes, u64ToBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import { UnsupportedWallet, WalletDamaged } from '../store/errors.ts'
import { headerLength, parseHeader, type Header } from '../store/header.ts'

/** Bytes of content in a chunk; the last one may have fewer. */
export const chunkLength = 65_536
/** Bytes that sealing adds to a chunk. */
export const tagLength = 16
/** Random bytes of a file, the first part of all nonces. */
export const prefixLength = 19
const magic = utf8ToBytes('nightjar backup')
const version = 1
const lengthAt = magic.length + 1
const headerAt = lengthAt + 8
const prefixAt = headerAt + headerLength
/** Bytes before the first chunk. */
export const headLength = prefixAt + prefixLength

/** Key derivation of a file may cost this much: a hostile file must not occupy the device for minutes. */
const mostCost = { memoryKiB: 1024 * 1024, iterations: 16, parallelism: 4 }

export type BackupHead = {
  /** All bytes of the head: each chunk is bound to them. */
  bytes: Uint8Array
  /** Wraps the key of the chunks with the password of the file. */
  header: Header
}

/** Length of a file, from the length of its content. */
export const fileLength = (content: number): number =>
  headLength + content + tagLength * Math.ceil(content / chunkLength)

/** Writes a head. @param header - In its stored form. @param prefix - {@link prefixLength} random bytes. */
export const formatHead = (length: number, header: Uint8Array, prefix: Uint8Array): Uint8Array =>
  concatBytes(magic, Uint8Array.of(version), u64ToBytes(BigInt(length)), header, prefix)

/**
 * Reads the head, and checks the length of the file.
 *
 * @throws {WalletDamaged} When it is no backup file, or is truncated or damaged.
 * @throws {UnsupportedWallet} When a newer version of this program wrote it.
 */
export function parseHead(file: Uint8Array): BackupHead {
  if (!sameBytes(file.subarray(0, magic.length), magic) || file.length <= magic.length)
    throw new WalletDamaged('it is not a backup file of this program')
  const found = file[magic.length]!
  if (found !== version) throw newerVersion(`format ${found}, expected ${version}`)
  if (file.length < headLength) throw truncated(headLength, file.length)
  const length = bytesToU64(file, lengthAt)
  if (BigInt(file.length) < length) throw truncated(length, file.length)
  if (BigInt(file.length) > length)
    throw new WalletDamaged(`expected ${length} bytes, got ${file.length}: it was altered`)
  const bytes = file.subarray(0, headLength)
  const header = parseHeader(bytes.subarray(headerAt, prefixAt))
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const)
    if (header.cost[name] > mostCost[name])
      throw new WalletDamaged(
        `${name} of its password: expected at most ${mostCost[name]}, got ${header.cost[name]}`,
      )
  return { bytes, header }
}

/** Seals the content of a file: what stands behind the head. @param content - Padded. */
export function sealChunk(
  crypto: Pick<Crypto, 'seal'>,
  key: Uint8Array,
  head: Uint8Array,
  number: number,
  content: Uint8Array,
): Uint8Array {
  const from = number * chunkLength
  const end = Math.min(from + chunkLength, content.length)
  const nonce = nonceOf(head, number, end === content.length)
  return crypto.seal(key, nonce, head, content.subarray(from, end))
}

/** The content of one chunk. @throws {WalletDamaged} When it was altered. */
export function unsealChunk(
  crypto: Pick<Crypto, 'unseal'>,
  key: Uint8Array,
  { bytes: head }: BackupHead,
  number: number,
  file: Uint8Array,
): Uint8Array {
  const from = headLength + number * (chunkLength + tagLength)
  const end = Math.min(from + chunkLength + tagLength, file.length)
  const nonce = nonceOf(head, number, end === file.length)
  const content =
    end - from > tagLength ? crypto.unseal(key, nonce, head, file.subarray(from, end)) : undefined
  if (!content) throw new WalletDamaged(`part ${number + 1} of it was altered`)
  return content
}

/** Number of chunks in a file. */
export const chunkCount = (file: Uint8Array): number =>
  Math.ceil((file.length - headLength) / (chunkLength + tagLength))

/** The error for a file of a newer version. */
export const newerVersion = (what: string): UnsupportedWallet =>
  new UnsupportedWallet(`it has ${what}: use a newer version of this program`)

const truncated = (expected: bigint | number, found: number) =>
  new WalletDamaged(`it is truncated: expected ${expected} bytes, got ${found}`)

function nonceOf(head: Uint8Array, number: number, isLast: boolean) {
  const nonce = new Uint8Array(prefixLength + 5)
  nonce.set(head.subarray(prefixAt))
  dataView(nonce).setUint32(prefixLength, number, true)
  nonce[prefixLength + 4] = Number(isLast)
  return nonce
}
