/**
 * Files: `.keys` of monero, headers and records of our wallets, output counts of a proxy.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { varint } from '#protocol/chain/varint.ts'
import {
  addUp,
  blocksOf,
  blocksPerFile,
  InvalidCounts,
  readCountFile,
  writeCountFile,
} from '#protocol/daemon/output-counts.ts'
import { RpcError } from '#protocol/errors.ts'
import { pinnedBlocks } from '../../../../worker/adapters/pinned-history.ts'
import { chacha20, chacha8, chachaKey } from '../../../../worker/engine/base/chacha-key.ts'
import { importedKeys } from '../../../../worker/engine/keyfile/imported-keys.ts'
import { account, contents } from '../../../../worker/engine/keyfile/key-file.ts'
import { isKeyFile, ivLength } from '../../../../worker/engine/keyfile/key-file-form.ts'
import { readUnderKey } from '../../../../worker/engine/keyfile/read-key-file.ts'
import { decodeRecord, encodeRecord } from '../../../../worker/engine/store/codec.ts'
import {
  UnsupportedWallet,
  WalletDamaged,
  WrongPassword,
} from '../../../../worker/engine/store/errors.ts'
import { formatHeader, headerLength, parseHeader } from '../../../../worker/engine/store/header.ts'
import { recordedKeyFile } from '../corpora.ts'
import { built, crypto, ports, walletKeys } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { drawEpee, drawJson, type DrawBytes } from '../inputs/by-contract.ts'
import { HostileWriter } from '../hostile-writer.ts'
import { altered, mixed } from '../inputs/mixed.ts'
import { drawNestedRecord, drawRecord } from '../inputs/sets.ts'
import { numberEdges } from '../../mutation/mutate-bytes.ts'
import { attempt, attemptLater, requireSame, type FuzzedReader } from '../reader.ts'

/** The content of a wallet of monero's own tests. */
async function recordedContent(): Promise<Uint8Array> {
  const key = await chachaKey({ ...ports, crypto: built }, utf8ToBytes('test'), 1)
  const reader = new Reader(recordedKeyFile, ivLength)
  const sealed = reader.take(reader.count('key data', 1), 'key data')
  return chacha20(key, recordedKeyFile.subarray(0, ivLength), sealed)
}

const fileKey = crypto.keccak256(utf8ToBytes('a password'))

/** Reads a file with this content, which is encrypted here, and a file with these bytes. */
async function keyFile(bytes: Uint8Array): Promise<boolean> {
  isKeyFile(bytes)
  const iv = new Uint8Array(8).fill(1)
  const cipher = bytes.length % 4 === 0 ? chacha8 : chacha20
  const file = concatBytes(iv, varint(bytes.length), cipher(fileKey, iv, bytes))
  const declared = [WrongPassword, WalletDamaged, UnsupportedWallet]
  await attemptLater(() => readUnderKey(ports, bytes, fileKey), ...declared)
  const read = await attemptLater(() => readUnderKey(ports, file, fileKey), ...declared)
  if (!read) return false
  const known = { service: undefined, daemon: async () => undefined }
  const keys = await attemptLater(() => importedKeys(crypto, read, known), ...declared, RpcError)
  if (!keys) return true
  const { viewSecret, viewPublic } = keys.secrets
  requireSame('a view key', crypto.multiplyBase(viewSecret), viewPublic)
  return true
}

/** The content of a key file: a JSON object with an account, or the account alone. */
function drawKeyFile(draw: Draw): Uint8Array {
  const keys = drawEpee(draw, account, ownKeys)
  if (draw.oneIn(8)) return keys
  const { key_data: _, nightjar_rings: __, ...settings } = contents
  const text = drawJson(draw, settings)
  const rings = draw.oneIn(3) ? `"nightjar_rings":"${escaped(drawRings(draw))}",` : ''
  const members = `"key_data":"${escaped(keys)}",${rings}`
  return Uint8Array.from(`{${members}${text.slice(1)}`, (char) => char.charCodeAt(0) & 0xff)
}

const own: Readonly<Record<string, Uint8Array>> = {
  'm_keys.m_account_address.m_spend_public_key': walletKeys.spendPublic,
  'm_keys.m_account_address.m_view_public_key': walletKeys.viewPublic,
  'm_keys.m_spend_secret_key': walletKeys.spendSecret,
  'm_keys.m_view_secret_key': walletKeys.viewSecret,
  'm_keys.m_encryption_iv': new Uint8Array(8),
}

const ownKeys: DrawBytes = (draw, path) => (draw.lies() ? undefined : own[path])

/** As rapidjson writes bytes. */
const escaped = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) =>
    byte < 32 || byte === 34 || byte === 92
      ? `\\u${byte.toString(16).padStart(4, '0')}`
      : String.fromCharCode(byte),
  ).join('')

function drawRings(draw: Draw): Uint8Array {
  if (draw.oneIn(3)) return drawRecord(draw)
  const index = () => (draw.lies() ? 'no index' : draw.below(1000))
  const rings = Array.from({ length: draw.count(2) }, () => {
    const real = index()
    return [
      draw.lies() ? draw.text() : 'ab'.repeat(32),
      {
        real,
        candidates: [real, index()],
        height: draw.lies() ? 1 : draw.u64(),
        ...(draw.oneIn(2) && { ring: [index()] }),
        ...(draw.oneIn(2) && {
          answer: { daemon: draw.text(), points: draw.bytes(draw.count(64)) },
        }),
        ...(draw.oneIn(2) && { refused: [{ daemon: draw.text(), claims: [draw.text()] }] }),
      },
    ]
  })
  return encodeRecord(rings)
}

function record(bytes: Uint8Array): boolean {
  const value = attempt(() => decodeRecord(bytes), RangeError)
  if (value === undefined) return false
  const written = encodeRecord(value)
  requireSame('a record', encodeRecord(decodeRecord(written)), written)
  return true
}

/** With the checksum that belongs to the bytes, where there is room for one. */
function header(bytes: Uint8Array): boolean {
  const whole =
    bytes.length === headerLength && (bytes[20]! & 1) === 0
      ? concatBytes(bytes.subarray(0, -8), blake2b(bytes.subarray(0, -8), { dkLen: 8 }))
      : bytes
  const read = attempt(() => parseHeader(whole), WalletDamaged)
  if (read) {
    requireSame('a header', formatHeader(read), whole)
    if (read.cost.memoryKiB > 2 ** 20) throw new Error('a cost without a bound')
  }
  return read !== undefined
}

/** The name of the format and its version. */
const headerStart = formatHeader({
  cost: { memoryKiB: 1, iterations: 1, parallelism: 1 },
  salt: new Uint8Array(32),
  nonce: new Uint8Array(24),
  wrappedKey: new Uint8Array(48),
}).subarray(0, 9)

function drawHeader(draw: Draw): Uint8Array {
  const numbers = [256, 20, 17].map((most) => new HostileWriter(draw).u32(draw.below(most)).bytes())
  const length = draw.lies() ? draw.below(300) : headerLength - 21
  return concatBytes(
    headerStart.subarray(0, -1),
    draw.lies() ? draw.bytes(1) : headerStart.subarray(-1),
    ...numbers,
    draw.bytes(length),
  )
}

function counts(bytes: Uint8Array): boolean {
  const sum = attempt(() => addUp(bytes, undefined, 0, 0), InvalidCounts)
  if (sum !== undefined && !(sum >= 0)) throw new Error(`a sum of ${sum}`)
  const blocks = blocksOf(bytes)
  // Whole files are long: the same block is repeated.
  const whole =
    bytes.length % 16 === 0 && blocks > 0 && blocks < 100 ? filled(bytes, blocks) : bytes
  const file = attempt(() => readCountFile(whole), InvalidCounts)
  if (file) requireSame('a file', writeCountFile(file.before, file.packed), whole)
  return sum !== undefined || file !== undefined
}

function filled(bytes: Uint8Array, blocks: number): Uint8Array {
  const rest = new Uint8Array(Math.max(0, blocksPerFile + 1 - blocks))
  return concatBytes(bytes, rest)
}

const drawCounts = (draw: Draw): Uint8Array =>
  concatBytes(
    ...Array.from({ length: draw.count(30) }, () =>
      draw.lies() ? draw.pick(numberEdges) : varint(draw.u64()),
    ),
  )

/** The file of pinned hashes. */
const pinnedGroups = new Uint8Array(readFileSync('protocol/checkpoints/mainnet-groups.bin'))

/** A file of pinned hashes that is not whole, or another one. */
async function pinned(bytes: Uint8Array): Promise<boolean> {
  const source = pinnedBlocks(async () => bytes.slice())
  const loaded = await attemptLater(() => source.load('mainnet'), RpcError)
  if (loaded && !sameBytes(bytes, pinnedGroups)) throw new Error('another file')
  return loaded !== undefined
}

export const fileReaders: readonly FuzzedReader[] = [
  {
    name: 'keys-file',
    reads: '`.keys` files of monero: `isKeyFile`, `readUnderKey`, `importedKeys`',
    from: 'file',
    inputs:
      'a recorded file, mutated; JSON objects and accounts of both ciphers with false settings and ring records',
    holds: 'the keys of an accepted file belong together',
    share: 20,
    input: mixed({ originals: [await recordedContent()], edges: numberEdges }, drawKeyFile),
    read: keyFile,
  },
  {
    name: 'record',
    reads: 'records of a wallet: `decodeRecord`',
    from: 'file',
    inputs:
      'values of every type with false lengths and names, lists nested to any depth; then mutated',
    holds: 'a record is written so that it is read again',
    share: 60,
    mostSteps: 30,
    input: altered((draw) => (draw.oneIn(50) ? drawNestedRecord(draw) : drawRecord(draw))),
    read: record,
  },
  {
    name: 'header',
    reads: 'headers of a wallet: `parseHeader`',
    from: 'file',
    inputs: 'headers with any cost, with and without their checksum; then mutated',
    holds: 'a header is written as it was read; its cost is bounded',
    share: 20,
    mostSteps: 100,
    input: altered(drawHeader),
    read: header,
  },
  {
    name: 'output-counts',
    reads: 'output counts of a daemon and of a proxy: `addUp`, `readCountFile`',
    from: 'daemon',
    inputs: 'varints of any length, files with too few or too many blocks; then mutated',
    holds: 'a file is written as it was read; sums are numbers',
    share: 20,
    input: altered(drawCounts),
    read: counts,
  },
  {
    name: 'pinned',
    reads: 'the file of hashes of old blocks: `pinnedBlocks`',
    from: 'file',
    inputs: 'files of any length, and the file with another byte',
    holds: 'only the file itself is accepted',
    share: 1,
    input: (draw) => {
      if (draw.oneIn(3)) return draw.bytes(draw.count(100))
      const at = draw.below(pinnedGroups.length)
      return draw.oneIn(2) ? pinnedGroups : pinnedGroups.with(at, draw.below(256))
    },
    read: pinned,
  },
]
