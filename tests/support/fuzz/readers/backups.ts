/**
 * Readers of backup files.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import {
  chunkLength,
  formatHead,
  parseHead,
} from '../../../../worker/engine/backup/backup-format.ts'
import { shapes, type Shape } from '../../../../worker/engine/backup/backup-records.ts'
import { paddedLength } from '../../../../worker/engine/backup/padding.ts'
import { readContent } from '../../../../worker/engine/backup/read-backup.ts'
import { TimeSlice } from '../../../../worker/engine/base/time-slice.ts'
import { encodeRecord } from '../../../../worker/engine/store/codec.ts'
import { UnsupportedWallet, WalletDamaged } from '../../../../worker/engine/store/errors.ts'
import { headerLength } from '../../../../worker/engine/store/header.ts'
import { ports } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { attempt, attemptLater, type FuzzedReader } from '../reader.ts'

/** A value of a form, which at some places is false. */
function drawValue(draw: Draw, shape: Shape): unknown {
  if (draw.lies()) return draw.oneIn(2) ? draw.text() : draw.below(1000)
  if (shape === 'text') return draw.text()
  if (shape === 'number') return draw.below(1000)
  if (shape === 'bigint') return draw.u64()
  if (shape === 'bool') return draw.oneIn(2)
  if (shape === 'bytes') return draw.bytes(draw.count(64))
  if (shape === 'key') return draw.bytes(32)
  if (shape instanceof Set) return [...shape][draw.below(shape.size)]
  if (Array.isArray(shape))
    return Array.from({ length: draw.count(2) }, () => drawValue(draw, (shape as [Shape])[0]))
  const members: Record<string, unknown> = {}
  for (const [name, form] of Object.entries(shape as { [name: string]: Shape }))
    if (!name.endsWith('?') || draw.oneIn(3)) members[name.replace('?', '')] = drawValue(draw, form)
  return members
}

const tables = Object.keys(shapes)
const always = ['info', 'secrets', 'accounts']
const keyOf: Readonly<Record<string, string>> = {
  info: 'wallet',
  secrets: 'keys',
  accounts: '0',
  addressBook: '0',
  anchor: 'blocks',
  verified: 'blocks',
  history: 'wallet',
}

/** The content of a backup, without its padding. */
function drawContent(draw: Draw): Uint8Array {
  const others = Array.from({ length: draw.count(3) }, () => tables[draw.below(tables.length)]!)
  const used = [...new Set([...always, ...others])].filter(() => !draw.lies())
  const rows = used.map((table) => {
    const key = draw.lies() ? draw.text() : (keyOf[table] ?? 'ab')
    return [draw.lies() ? draw.text() : table, key, drawValue(draw, shapes[table]!)]
  })
  const counts = used.map((table) => ({ table, count: draw.lies() ? draw.below(9) : 1 }))
  const parts = [{ createdAt: draw.u64(), counts }, ...rows].map((part) => encodeRecord(part))
  return concatBytes(
    ...parts.flatMap((part) => [lengthBytes(draw.lies() ? draw.below(1e9) : part.length), part]),
    lengthBytes(0),
  )
}

function lengthBytes(length: number) {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length, true)
  return bytes
}

const timeSlice = new TimeSlice(ports.clock)

/** Reads the bytes as a file, and as content with its padding. */
async function backup(bytes: Uint8Array): Promise<boolean> {
  attempt(() => parseHead(bytes), WalletDamaged, UnsupportedWallet)
  const prefix = new Uint8Array(19)
  const header = new Uint8Array(headerLength)
  header.set(bytes.subarray(0, headerLength))
  const head = formatHead(headerLength, header, prefix)
  attempt(() => parseHead(head), WalletDamaged, UnsupportedWallet)
  const content = new Uint8Array(paddedLength(Math.min(bytes.length, 4 * chunkLength)))
  content.set(bytes.subarray(0, content.length))
  const declared = [WalletDamaged, UnsupportedWallet]
  const read = await attemptLater(() => readContent(content, timeSlice), ...declared)
  if (!read) return false
  const found = new Set(read.records.map(({ table }) => table))
  if (!always.every((table) => found.has(table))) throw new Error('a backup without keys was read')
  return true
}

export const backupReaders: readonly FuzzedReader[] = [
  {
    name: 'backup',
    reads: 'heads and contents of backup files (`parseHead`, `readContent`)',
    from: 'file',
    inputs: 'records of all tables with a summary',
    holds: 'a backup that is read has keys, description and accounts',
    share: 1,
    input: drawContent,
    read: backup,
  },
]
