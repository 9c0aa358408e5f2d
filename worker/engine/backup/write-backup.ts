/**
 * Writes the records of a wallet as an encrypted backup file.
 *
 * @module
 */
import { TimeSlice } from '../base/time-slice.ts'
import type { Ports } from '../base/ports.ts'
import { dataView } from '#protocol/bytes.ts'
import { encodeRecord } from '../store/codec.ts'
import { formatHeader } from '../store/header.ts'
import { wrap, type PasswordPorts } from '../store/password.ts'
import type { RecordChange } from '../store/store.ts'
import {
  chunkLength,
  fileLength,
  formatHead,
  headLength,
  prefixLength,
  sealChunk,
  tagLength,
} from './backup-format.ts'
import { backupRecords } from './backup-records.ts'
import { paddedLength } from './padding.ts'

export type BackupPorts = PasswordPorts & Pick<Ports, 'clock'>

/**
 * @param all - Every record of the wallet, with the spending keys.
 * @param password - Of the file.
 */
export async function writeBackup(
  ports: BackupPorts,
  all: readonly RecordChange[],
  password: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const timeSlice = new TimeSlice(ports.clock)
  const content = await contentOf(all, ports.clock.now(), timeSlice)
  const key = ports.random(32)
  try {
    const length = fileLength(content.length)
    const header = formatHeader(await wrap(ports, key, password))
    const head = formatHead(length, header, ports.random(prefixLength))
    const file = new Uint8Array(length)
    file.set(head)
    for (let number = 0; number * chunkLength < content.length; number++) {
      await timeSlice.pause()
      const sealed = sealChunk(ports.crypto, key, head, number, content)
      file.set(sealed, headLength + number * (chunkLength + tagLength))
    }
    return file
  } finally {
    for (const secret of [key, content]) secret.fill(0)
  }
}

/** Records with their lengths (4 bytes), a summary before them, and the padding. The caller wipes it. */
async function contentOf(all: readonly RecordChange[], now: bigint, timeSlice: TimeSlice) {
  const records = backupRecords(all)
  const parts = [encodeRecord({ createdAt: now, counts: countsOf(records) })]
  for (const { table, key, record } of records) {
    await timeSlice.pause()
    parts.push(encodeRecord([table, key, record]))
  }
  // The empty part ends them.
  const length = parts.reduce((sum, part) => sum + 4 + part.length, 4)
  const content = new Uint8Array(paddedLength(length))
  const view = dataView(content)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length, true)
    content.set(part, at + 4)
    at += 4 + part.length
    part.fill(0)
  }
  return content
}

function countsOf(records: readonly RecordChange[]): { table: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { table } of records) counts.set(table, (counts.get(table) ?? 0) + 1)
  return [...counts].map(([table, count]) => ({ table, count }))
}
