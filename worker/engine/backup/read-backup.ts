/**
 * Reads and checks a backup file completely. Nothing is written before.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { decodeRecord } from '../store/codec.ts'
import { WalletDamaged, WrongPassword } from '../store/errors.ts'
import { unwrap } from '../store/password.ts'
import type { RecordChange } from '../store/store.ts'
import { chunkCount, chunkLength, newerVersion, parseHead, unsealChunk } from './backup-format.ts'
import { numbered, onlyKeys, shapes } from './backup-records.ts'
import { checkRecord } from './check-record.ts'
import { paddedLength } from './padding.ts'
import type { BackupPorts } from './write-backup.ts'

export type Backup = {
  /** When it was made; Unix seconds. */
  createdAt: bigint
  /** Every record; the keys among them are not checked. */
  records: RecordChange[]
}

/**
 * @throws {WrongPassword} When the password does not open it.
 * @throws {WalletDamaged} When it is no backup, is truncated, or was altered.
 * @throws {UnsupportedWallet} When a newer version of this program wrote it.
 */
export async function readBackup(
  ports: Pick<BackupPorts, 'crypto' | 'clock' | 'stretchPassword'>,
  file: Uint8Array,
  password: string,
): Promise<Backup> {
  const head = parseHead(file)
  const key = await unwrap(ports, head.header, password)
  if (!key) throw new WrongPassword()
  const timeSlice = new TimeSlice(ports.clock)
  const count = chunkCount(file)
  const content = new Uint8Array(Math.max(0, count) * chunkLength)
  let length = 0
  try {
    for (let number = 0; number < count; number++) {
      await timeSlice.pause()
      const chunk = unsealChunk(ports.crypto, key, head, number, file)
      content.set(chunk, length)
      length += chunk.length
      chunk.fill(0)
    }
    return await readContent(content.subarray(0, length), timeSlice)
  } finally {
    for (const secret of [key, content]) secret.fill(0)
  }
}

/** Reads the decrypted content of a file. @throws {WalletDamaged | UnsupportedWallet} As {@link readBackup}. */
export async function readContent(content: Uint8Array, timeSlice: TimeSlice): Promise<Backup> {
  const parts = partsOf(content)
  const first = parts.next()
  if (first.done) throw damaged('it has no summary')
  const { createdAt, counts } = summaryIn(first.value)
  const records: RecordChange[] = []
  const tables = new Map<string, Set<string>>()
  for (const part of parts) {
    await timeSlice.pause()
    const change = recordIn(part)
    const keys = tables.get(change.table) ?? new Set()
    if (keys.has(change.key)) throw damaged(`a record of ${change.table} is there twice`)
    tables.set(change.table, keys.add(change.key))
    records.push(change)
  }
  for (const table of new Set([...tables.keys(), ...counts.keys()])) {
    const [expected, found] = [counts.get(table) ?? 0, tables.get(table)?.size ?? 0]
    if (expected !== found) throw damaged(`${table}: expected ${expected} records, got ${found}`)
  }
  for (const table of ['info', 'secrets', 'accounts'])
    if (!tables.has(table)) throw damaged(`${table}: expected a record, got none`)
  for (const table of numbered)
    for (let index = 0; index < (tables.get(table)?.size ?? 0); index++)
      if (!tables.get(table)!.has(`${index}`)) throw damaged(`${table}: number ${index} is missing`)
  return { createdAt, records }
}

/** The parts up to the empty one. Behind it, only padding may follow. */
function* partsOf(content: Uint8Array): Generator<Uint8Array, void> {
  const view = dataView(content)
  let at = 0
  for (;;) {
    if (at + 4 > content.length) throw damaged('its content has no end')
    const length = view.getUint32(at, true)
    at += 4
    if (length === 0) break
    if (length > content.length - at) throw damaged('a record is longer than its content')
    yield content.subarray(at, at + length)
    at += length
  }
  if (content.length !== paddedLength(at) || !isZero(content, at))
    throw damaged('its padding is wrong')
}

/** A loop: \`every\` takes milliseconds for the smallest backup. */
function isZero(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}

type Summary = { createdAt: bigint; counts: { table: string; count: number }[] }
const summaryShape = { createdAt: 'bigint', counts: [{ table: 'text', count: 'number' }] } as const

function summaryIn(part: Uint8Array) {
  const summary = decoded(part)
  checkRecord(summary, summaryShape, 'summary')
  const { createdAt, counts } = summary as Summary
  return { createdAt, counts: new Map(counts.map(({ table, count }) => [table, count])) }
}

function recordIn(part: Uint8Array): RecordChange {
  const read = decoded(part)
  if (!Array.isArray(read) || read.length !== 3) throw damaged('a record has another form')
  const [table, key, record] = read as unknown[]
  if (typeof table !== 'string' || typeof key !== 'string')
    throw damaged('a record has another form')
  const shape = Object.hasOwn(shapes, table) ? shapes[table] : undefined
  if (!shape) throw newerVersion('records of a kind that this version does not know')
  if (key !== (onlyKeys[table] ?? key)) throw damaged(`${table}: a record has another key`)
  checkRecord(record, shape, table)
  return { table, key, record }
}

function decoded(part: Uint8Array): unknown {
  try {
    return decodeRecord(part)
  } catch {
    // The cause is left out: an error of the codec could quote a secret. The bytes are genuine.
    throw newerVersion('records that this version cannot read')
  }
}

const damaged = (why: string) => new WalletDamaged(why)
