/**
 * The page's files on disk.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FindFile, PageFile } from '../../proxy/page.ts'

/** Finds files in `folder`, which is listed now: no path leads out of it. */
export function filesIn(folder: string): FindFile {
  const names = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? join(entry.parentPath, entry.name).slice(folder.length + 1) : [],
      )
    : []
  const known = new Map(names.map((name) => [name.split(sep).join('/'), join(folder, name)]))
  const read = new Map<string, Promise<PageFile>>()

  return async (path) => {
    const file = known.get(path)
    if (!file) return undefined
    const reading = read.get(path) ?? readPacked(file)
    read.set(path, reading)
    return reading
  }
}

const pack = promisify(brotliCompress)
/** Bytes. The best compression takes seconds for a larger file, while the first client waits. */
const mostForBest = 1_000_000
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants
const isPacked = /\.(png|ico|woff2)$/

async function readPacked(file: string): Promise<PageFile> {
  const bytes = new Uint8Array(await readFile(file))
  if (isPacked.test(file)) return { bytes }
  const quality = bytes.length > mostForBest ? 5 : BROTLI_MAX_QUALITY
  const packed = await pack(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality } })
  return { bytes, brotli: new Uint8Array(packed) }
}
