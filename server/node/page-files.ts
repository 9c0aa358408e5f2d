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

const brotli = promisify(brotliCompress)
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY } = constants
/** Takes milliseconds, and the first clients do not wait for the best one. */
const quickQuality = 5
/** Bytes. The best compression of a larger file takes seconds and saves little. */
const mostForBest = 1_000_000
const isPacked = /\.(png|ico|woff2)$/

async function pack(bytes: Uint8Array<ArrayBuffer>, quality: number) {
  const packed = await brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality } })
  return new Uint8Array(packed)
}

/** The compression of the file is replaced by the best one when that is ready. */
async function readPacked(file: string): Promise<PageFile> {
  const bytes = new Uint8Array(await readFile(file))
  if (isPacked.test(file)) return { bytes }
  const found: PageFile = { bytes, brotli: await pack(bytes, quickQuality) }
  if (bytes.length <= mostForBest)
    last = last.then(async () => void (found.brotli = await pack(bytes, BROTLI_MAX_QUALITY)))
  return found
}

/** The best compressions run one after the other: requests come first. */
let last: Promise<void> = Promise.resolve()
