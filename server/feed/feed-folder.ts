/**
 * The files of a feed in a folder, which any static host can serve.
 *
 * @module
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { rangeIn } from '../../proxy/feed/byte-range.ts'
import type { FeedFiles } from '../../proxy/feed/feed-files.ts'
import { errorCode } from '../process/error-code.ts'

/** Bytes of a file in memory while it is sent. */
const pieceBytes = 64 * 1024

/** @param folder - Is made with the first file. */
export const feedFolder = (folder: string): FeedFiles => ({
  async read(name) {
    try {
      return new Uint8Array(await readFile(join(folder, name)))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  },
  async open(name, wanted) {
    try {
      const file = await open(join(folder, name))
      const { size } = await file.stat()
      const range = rangeIn(wanted, size)
      const part = range && { start: range.first, end: range.last }
      const body = Readable.toWeb(file.createReadStream({ highWaterMark: pieceBytes, ...part }))
      return { bytes: size, ...(range && { range }), body: body as ReadableStream<Uint8Array> }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  },
  write: (name, bytes) => replaceFile(join(folder, name), bytes),
  remove: (name) => rm(join(folder, name), { force: true }),
})

/** A rename is atomic: other programs see the old file or the new one, also after a loss of power. */
async function replaceFile(path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.new`
  const file = await open(temporary, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
