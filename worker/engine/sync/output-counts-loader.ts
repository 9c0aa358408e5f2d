/**
 * Loads the output counts of the blocks that the wallet did not read: files of our proxy, and the distribution of
 * a daemon for the rest.
 *
 * They are requested with the first refresh, before its blocks are applied. A daemon that saw the request with each
 * payment would learn when the wallet pays.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { joinBytes } from '#protocol/bytes.ts'
import {
  addUp,
  blocksOf,
  blocksPerFile,
  firstBlocks,
  InvalidCounts,
  readCountFile,
} from '#protocol/daemon/output-counts.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { askDaemon, daemonRpcError, transferError } from '../base/daemon-errors.ts'
import { namedDaemon } from '../base/daemon-name.ts'
import type { Clock, Daemon, Log } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { ringctHeight, segmentsOf, type OutputCounts } from '../ledger/output-counts.ts'
import type { OutputCountSegment } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** Time after a failure until a refresh loads again. */
const retryMs = 600_000

export type OutputCountsParts = {
  ports: { clock: Pick<Clock, 'monotonicMs'>; log: Log }
  network: Network
  store: Store
  chain: Pick<BlockIds, 'height'>
  outputCounts: OutputCounts
  daemonName: (daemon: Daemon) => string
}

/** Blocks that a refresh applies while counts are requested. */
export type BlocksInProgress = {
  /** The network whose rules they follow. */
  network: Network
  /** Height of the first; undefined without blocks. */
  first: bigint | undefined
  /** Resolves when all are applied. */
  applied: Promise<unknown>
}

/** Counts of consecutive blocks: the first height, and a varint for each block. */
type Counts = { height: number; packed: Uint8Array }

export class OutputCountsLoader {
  readonly #parts: OutputCountsParts
  #loading: { daemon: Daemon; end: Promise<void> } | undefined
  /** The daemon that failed last, and when it is asked again. */
  #failed: { daemon: Daemon; dueMs: number } | undefined
  /** Whether caches may hold wrong files. */
  #wasWrong = false

  constructor(parts: OutputCountsParts) {
    this.#parts = parts
  }

  /**
   * Loads missing counts. A failure is logged; payments report it, and a later call tries again.
   *
   * @param blocks - The counts are requested at once, and stored when these blocks are applied.
   */
  async loadIfDue(daemon: Daemon, blocks?: BlocksInProgress): Promise<void> {
    const { ports, store, chain, outputCounts } = this.#parts
    // A background wallet does not pay.
    if (store.info.valueIfStored?.kind === 'background') return
    const end = this.#missingBelow(blocks)
    if (end === undefined) return
    const nowMs = ports.clock.monotonicMs()
    if (this.#failed?.daemon === daemon && nowMs < this.#failed.dueMs) return
    this.#failed = { daemon, dueMs: nowMs + retryMs }
    try {
      await (blocks ? this.#load(daemon, end, blocks.applied) : this.load(daemon))
      if (outputCounts.isComplete(chain.height)) this.#failed = undefined
    } catch (error) {
      const problem = daemonRpcError(error)
      if (!(problem instanceof RpcError)) throw problem
      ports.log('warning', `output counts: ${problem.message}`)
    }
  }

  /**
   * RingCT outputs up to and with each block of the wallet. Loads what is missing.
   *
   * @throws {RpcError} NO_DAEMON_CONNECTION, DAEMON_IS_BUSY, or GENERIC_TRANSFER_ERROR for counts that cannot be true.
   */
  async sums(daemon: Daemon): Promise<Float64Array> {
    const { chain, outputCounts } = this.#parts
    const { height } = chain
    if (!outputCounts.isComplete(height)) await this.load(daemon)
    if (!outputCounts.isComplete(height)) throw transferError(failed)
    return outputCounts.sums(height)
  }

  /** Loads counts. Simultaneous calls wait for one load. */
  load(daemon: Daemon): Promise<void> {
    if (this.#loading?.daemon === daemon) return this.#loading.end
    const missing = this.#oldest?.first ?? this.#parts.chain.height
    const end = this.#load(daemon, missing).finally(() => {
      if (this.#loading?.end === end) this.#loading = undefined
    })
    this.#loading = { daemon, end }
    return end
  }

  /** The first stored counts, if they belong to the wallet's blocks. */
  get #oldest(): Readonly<OutputCountSegment> | undefined {
    const { chain, outputCounts } = this.#parts
    return outputCounts.height === chain.height ? outputCounts.oldest : undefined
  }

  /** Height below which counts are missing when these blocks are applied; undefined where none are. */
  #missingBelow(blocks?: BlocksInProgress): bigint | undefined {
    const { chain, outputCounts } = this.#parts
    const first = blocks?.first ?? chain.height
    const isContinued = first <= chain.height
    if (isContinued && outputCounts.isComplete(chain.height)) return undefined
    const end = (isContinued ? this.#oldest?.first : undefined) ?? first
    const start = blocks ? ringctHeight(blocks.network) : 0n
    return end > max(1n, start) ? end : undefined
  }

  /** @param applied - Counts are stored when it resolves. */
  async #load(daemon: Daemon, missing: bigint, applied?: Promise<unknown>) {
    const { store, chain, network, outputCounts } = this.#parts
    const end = Number(missing)
    try {
      const { height, packed } = await loadedCounts(daemon, network, end, this.#wasWrong)
      if (applied && !(await succeeds(applied))) return
      const oldest = this.#oldest
      if (Number(oldest?.first ?? chain.height) !== end) return
      if (oldest) requireBefore(end, addUp(packed, undefined, 0, 0), oldest.before)
      const segments = segmentsOf(BigInt(height), packed)
      requireOwnOutputs(store, segments, end)
      await store.commit((change) => {
        const current = this.#oldest
        if (Number(current?.first ?? chain.height) !== end) return
        if (!current) outputCounts.clear(change)
        outputCounts.prepend(change, segments)
      })
      this.#wasWrong = false
    } catch (error) {
      if (!(error instanceof InvalidCounts)) throw error
      this.#wasWrong = true
      const name = namedDaemon(this.#parts.daemonName(daemon))
      throw transferError(
        `output counts: ${error.message}: the counts of ${name} are wrong and are not used; ` +
          'choose another daemon, or try again later',
      )
    }
  }
}

const failed = 'failed to get output distribution'

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** The counts of all blocks with RingCT outputs below `end`. @throws InvalidCounts, RpcError */
async function loadedCounts(
  daemon: Daemon,
  network: Network,
  end: number,
  isFresh: boolean,
): Promise<Counts> {
  const start = Number(ringctHeight(network))
  // Whole files, so that requests are the same for all wallets.
  const from = end > start ? start - (start % blocksPerFile) : 0
  const pieces: Uint8Array[] = []
  let height = from
  let sum = 0
  for (; height + blocksPerFile <= end; height += blocksPerFile) {
    const file = await daemon.outputCountFile?.(height, isFresh)
    if (!file) break
    const { before, packed } = readCountFile(file)
    requireBefore(height, before, sum)
    sum = addUp(packed, undefined, 0, before)
    pieces.push(packed)
  }
  if (height < end) {
    // Without files, the whole distribution: the request of wallet2.
    const rest = await distribution(daemon, height === from ? 0 : height, end)
    requireBefore(rest.height, rest.before, sum)
    // A daemon begins with RingCT.
    const blocksBefore = rest.height - height
    if (blocksBefore !== 0 && (height !== from || rest.height !== start))
      throw new InvalidCounts(`expected counts from block ${height}, got them from ${rest.height}`)
    if (rest.height < end) pieces.push(new Uint8Array(blocksBefore), rest.packed)
  }
  const packed = joinBytes(pieces)
  // On a private chain, RingCT begins with the first block.
  if (from === 0) return { height: 0, packed }
  if (addUp(firstBlocks(packed, start - from), undefined, 0, 0) > 0)
    throw new InvalidCounts(`expected no outputs below block ${start}`)
  return { height: start, packed: packed.subarray(start - from) }
}

function requireBefore(height: number, before: number, expected: number) {
  if (before !== expected)
    throw new InvalidCounts(`expected ${expected} outputs below block ${height}, got ${before}`)
}

/**
 * The daemon's counts from `height` on, without those from `end` on.
 *
 * The request names no end, so that it is the same for all wallets.
 *
 * @returns Also the outputs before its first block. @throws InvalidCounts, RpcError
 */
async function distribution(
  daemon: Daemon,
  height: number,
  end: number,
): Promise<Counts & { before: number }> {
  const from = height === 0 ? {} : { from_height: BigInt(height) }
  const request = { amounts: [0n], ...from, compress: true }
  const answer = await askDaemon(daemon.bin.get_output_distribution(request), failed)
  const [only] = answer.distributions
  if (!only?.compress || answer.distributions.length !== 1 || only.amount !== 0n)
    throw transferError(failed)
  const first = Number(only.start_height)
  const blocks = Math.max(0, end - first)
  const packed = firstBlocks(only.compressed_data, blocks)
  if (blocksOf(packed) < blocks || (packed.at(-1) ?? 0) >= 0x80)
    throw new InvalidCounts(`expected counts of ${blocks} blocks, got ${blocksOf(packed)}`)
  return { height: first, before: Number(only.base), packed }
}

/** Checks the counts against the indices of own outputs. */
function requireOwnOutputs(
  { outputs }: Store,
  segments: readonly OutputCountSegment[],
  end: number,
) {
  for (const { ringct, told, height, globalIndex } of outputs.values()) {
    if (!ringct || told || height >= BigInt(end)) continue
    const segment = segments.findLast(({ first }) => first <= height)
    if (!segment) throw new InvalidCounts(`expected counts of block ${height}, got none`)
    const block = Number(height - segment.first)
    const below = addUp(firstBlocks(segment.counts, block), undefined, 0, segment.before)
    const above = addUp(firstBlocks(segment.counts, block + 1), undefined, 0, segment.before)
    if (globalIndex < BigInt(below) || globalIndex >= BigInt(above))
      throw new InvalidCounts(
        `expected output ${globalIndex} in block ${height}, which has outputs from ${below} up to ${above}`,
      )
  }
}
