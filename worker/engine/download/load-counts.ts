/**
 * Requests the output counts of blocks that the wallet did not read, and checks them.
 *
 * A chunk of its own: it is needed once in the life of a wallet.
 *
 * @module
 */
import { joinBytes } from '#protocol/bytes.ts'
import {
  addUp,
  blocksOf,
  blocksPerFile,
  firstBlocks,
  InvalidCounts,
  readCountFile,
} from '#protocol/daemon/output-counts.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { askDaemon, transferError } from '../base/daemon-errors.ts'
import type { Daemon } from '../base/ports.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { noCounts, ringctHeight, segmentsOf, type OutputCounts } from '../ledger/output-counts.ts'
import type { OutputCountSegment } from '../store/records.ts'
import type { Store } from '../store/store.ts'

export type CountsParts = {
  network: Network
  store: Store
  chain: Pick<BlockIds, 'height'>
  outputCounts: OutputCounts
}

export type CountsTask = {
  daemon: Daemon
  /** Height below which counts are missing. */
  missing: bigint
  /** Counts are stored when it resolves. */
  applied: Promise<unknown> | undefined
  /** Whether files are not taken from caches. */
  isFresh: boolean
  /** The first stored counts, if they belong to the wallet's blocks. */
  oldest: () => Readonly<OutputCountSegment> | undefined
}

/** Counts of consecutive blocks: the first height, and a varint for each block. */
type Counts = { height: number; packed: Uint8Array }

/** Loads counts, and stores them if they end where the stored ones begin. @throws InvalidCounts, RpcError */
export async function loadCounts(
  { store, chain, network, outputCounts }: CountsParts,
  { daemon, missing, applied, isFresh, oldest }: CountsTask,
): Promise<void> {
  const end = Number(missing)
  const { height, packed } = await loadedCounts(daemon, network, end, isFresh)
  if (applied && !(await succeeds(applied))) return
  const first = oldest()
  if (Number(first?.first ?? chain.height) !== end) return
  if (first) requireBefore(end, addUp(packed, undefined, 0, 0), first.before)
  const segments = segmentsOf(BigInt(height), packed)
  requireOwnOutputs(store, segments, end)
  await store.commit((change) => {
    const current = oldest()
    if (Number(current?.first ?? chain.height) !== end) return
    if (!current) outputCounts.clear(change)
    outputCounts.prepend(change, segments)
  })
}

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
  const answer = await askDaemon(daemon.bin.get_output_distribution(request), noCounts)
  const [only] = answer.distributions
  if (!only?.compress || answer.distributions.length !== 1 || only.amount !== 0n)
    throw transferError(noCounts)
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
  for (const { ringct, imported, height, globalIndex } of outputs.values()) {
    if (!ringct || imported || height >= BigInt(end)) continue
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
