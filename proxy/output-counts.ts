/**
 * Files with the number of RingCT outputs of each block, so that a wallet does not request the distribution
 * for a payment.
 *
 * They are made once from `get_output_distribution.bin`, and kept in memory: about 100 kB each. A platform that ends
 * instances keeps them in a cache as well.
 *
 * @module
 */
import { joinBytes } from '#protocol/bytes.ts'
import { get_output_distribution } from '#protocol/daemon/bin/outputs.ts'
import {
  addUp,
  blocksOf,
  blocksPerFile,
  firstBlocks,
  InvalidCounts,
  settledAge,
  writeCountFile,
} from '#protocol/daemon/output-counts.ts'
import { EpeeError, epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { FieldError } from '#protocol/fields.ts'
import type { DaemonBackend } from './daemon-backend.ts'
import { readBody } from './read-body.ts'
import { errorReply, reply } from './replies.ts'

/** The counts of a chain of ten million blocks are shorter. */
const longestAnswer = 32 * 1024 * 1024

/** Half the average time of a block. */
const msPerBlock = 60_000

type File = Uint8Array<ArrayBuffer>

/** Files that outlive an instance, by the URL of their request. It never rejects. */
export type CountFileCache = {
  find(url: string): Promise<File | undefined>
  keep(url: string, file: File): Promise<void>
}

export class OutputCountFiles {
  readonly #backend: DaemonBackend
  readonly #nowMs: () => number
  readonly #cache: CountFileCache | undefined
  /** By the height of the first block. */
  readonly #files = new Map<number, File>()
  /** First height of the next file, and the outputs before it. */
  #next = { height: 0, before: 0 }
  /** When the next file may be complete. */
  #dueMs = -Infinity
  #building: Promise<void> | undefined

  /** @param nowMs - A monotonic clock. */
  constructor(backend: DaemonBackend, nowMs: () => number, cache?: CountFileCache) {
    this.#backend = backend
    this.#nowMs = nowMs
    this.#cache = cache
  }

  /** Answers a request, whose path ends with the height of the first block. */
  async answer({ url, headers }: Pick<Request, 'url' | 'headers'>): Promise<Response> {
    const end = url.lastIndexOf('/') + 1
    const height = url.slice(end)
    const first = /^\d{1,10}$/.test(height) ? Number(height) : NaN
    if (first % blocksPerFile !== 0) return errorReply(404, 'Not found')
    // A wallet that received a wrong file asks for one that is not from a cache.
    const isFresh = headers.get('cache-control')?.includes('no-cache') === true
    const file =
      this.#files.get(first) ??
      (isFresh ? undefined : await this.#cache?.find(url)) ??
      (await this.#made(first, url.slice(0, end)))
    if (!file) return errorReply(404, 'These blocks have no file yet')
    return reply(200, 'application/octet-stream', file, {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(file.length),
    })
  }

  /** @param base - URL of a request without its height. */
  async #made(first: number, base: string): Promise<File | undefined> {
    if (first >= this.#next.height && this.#nowMs() >= this.#dueMs) {
      this.#building ??= this.#buildFor(base).finally(() => (this.#building = undefined))
      await this.#building
    }
    return this.#files.get(first)
  }

  async #buildFor(base: string) {
    const before = new Set(this.#files.keys())
    await this.#build()
    for (const [height, file] of this.#files)
      if (!before.has(height)) await this.#cache?.keep(`${base}${height}`, file)
  }

  /** Makes all files that are complete and not made yet. Without a usable answer there are none. */
  async #build() {
    this.#dueMs = this.#nowMs() + msPerBlock
    const answer = await this.#distribution()
    if (!answer) return
    try {
      this.#cut(answer)
    } catch (error) {
      if (!(error instanceof InvalidCounts)) throw error
    }
  }

  #cut({ start, base, packed }: { start: number; base: number; packed: Uint8Array }) {
    let { height, before } = this.#next
    let rest = packed
    let blocks = blocksOf(packed)
    let from = Math.max(start, height)
    if (start < height || base !== before) throw new InvalidCounts('not those requested')
    while (from + blocks >= height + blocksPerFile + settledAge) {
      const wanted = Math.max(height + blocksPerFile - from, 0)
      const counts = firstBlocks(rest, wanted)
      rest = rest.subarray(counts.length)
      blocks -= wanted
      if (wanted > 0) {
        const after = addUp(counts, undefined, 0, before)
        // The first file with outputs begins with blocks before RingCT.
        const all = joinBytes([new Uint8Array(blocksPerFile - wanted), counts])
        this.#files.set(height, writeCountFile(before, all))
        before = after
        from += wanted
      }
      height += blocksPerFile
      this.#next = { height, before }
    }
    const missing = height + blocksPerFile + settledAge - (from + blocks)
    this.#dueMs = this.#nowMs() + missing * msPerBlock
  }

  /** The counts from the next file on; undefined when the node does not give them. */
  async #distribution() {
    const { height } = this.#next
    const from = height === 0 ? {} : { from_height: BigInt(height) }
    const contract = get_output_distribution
    const body = epeeFrom(contract.params, { amounts: [0n], ...from, compress: true })
    const params = epeeTo(contract.params, body)
    const answered = await this.#backend.bin(
      {
        name: 'get_output_distribution',
        contract,
        asked: '/get_output_distribution.bin',
        given: undefined,
        params,
        restricted: false,
        client: '',
        signal: () => new AbortController().signal,
      },
      body,
    )
    const bytes = await readBody(answered, longestAnswer).catch(() => undefined)
    if (answered.status !== 200 || !bytes) return undefined
    try {
      const { distributions } = epeeTo(contract.result, bytes)
      const [only] = distributions
      if (distributions.length !== 1 || only?.amount !== 0n || !only.compress) return undefined
      const { start_height, base, compressed_data: packed } = only
      return { start: Number(start_height), base: Number(base), packed }
    } catch (error) {
      if (error instanceof EpeeError || error instanceof FieldError) return undefined
      throw error
    }
  }
}
