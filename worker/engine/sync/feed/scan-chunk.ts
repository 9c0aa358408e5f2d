/**
 * Scans a chunk of scan rows, and requests the blocks that concern the wallet, together with others.
 *
 * Of each block, the wallet learns from rows only whether it concerns it. What it records comes from the blocks, whose
 * transactions hash to their ids.
 *
 * @module
 */
import { TimeSlice } from '../../base/time-slice.ts'
import type { Daemon } from '../../base/ports.ts'
import type { BlockDownload } from '../../download/block-download.ts'
import { FeedDownload, type CheckedChunk, type ChunkParts } from '../../download/feed-download.ts'
import type { Addresses } from '../../keys/addresses.ts'
import type { OwnKeyImages } from '../../ledger/own-key-images.ts'
import { bareSlice, rowCounts } from '../../scan/bare-slice.ts'
import type { ScannedSlice, ScanWork } from '../../scan/scanner.ts'
import { blocksIn, heightIn, type Slice } from '../../scan/slice.ts'
import type { Store } from '../../store/store.ts'
import type { Crypto } from '#wasm/types.ts'
import type { BlockAt } from './compare-rows.ts'
import { CoverRanges, rangeBlocks } from './cover-ranges.ts'
import { requestRange, type RangeBlocks } from './range-blocks.ts'
import { matchingBlocks } from './row-matches.ts'

/** What rows are compared with. */
export type OwnParts = { store: Store; addresses: Addresses; keyImages: OwnKeyImages }

/** What a scan chunk is read with. */
export type ScanParts = ChunkParts & {
  crypto: Crypto
  scanner: ScanWork
  /** Blocks below this height are not scanned. */
  scanFrom: bigint
  /** Resolves when all blocks before are applied: they can bring outputs that this chunk spends. */
  applied: Promise<void>
  /** Throws when the refresh is cancelled. */
  check: () => void
  /** Receives every answer with blocks as soon as it begins to arrive. */
  onRange: (answer: BlockDownload) => void
}

/** Ranges that are requested at the same time. */
const requestsAtOnce = 3

type Range = { first: bigint; blocks: BlockAt[] }

/**
 * The blocks of a chunk: those of ranges that concern the wallet or cover these with their transactions, others bare.
 *
 * @throws InvalidDaemonData where rows and blocks differ; what a request for blocks, `applied` and the scanner throw.
 */
export async function completeScanChunk(
  chunk: CheckedChunk,
  daemon: Daemon,
  own: OwnParts,
  parts: ScanParts,
): Promise<FeedDownload> {
  const { crypto, clock, network, chain, daemonHeight } = parts
  const scanned = await scan(chunk.slices, parts)
  await parts.applied
  const found = await matches(scanned, own, parts)
  const slices = scanned.map(({ slice }) => slice)
  const cover = new CoverRanges(crypto, own.store.secrets.value.viewSecret)
  const wanted = rangesIn(slices, chunk.first).filter(
    ({ first, blocks }) =>
      first + BigInt(blocks.length) > parts.scanFrom &&
      (cover.has(first) || blocks.some(({ slice, at }) => found.has(heightIn(slice, at)))),
  )
  const source = { daemon, crypto, clock, network, onDownload: parts.onRange }
  const ranges = new Map<bigint, RangeBlocks>()
  for (let at = 0; at < wanted.length; at += requestsAtOnce) {
    parts.check()
    const part = wanted.slice(at, at + requestsAtOnce)
    const answers = await Promise.all(part.map(({ blocks }) => requestRange(source, chain, blocks)))
    part.forEach(({ first }, i) => ranges.set(first, answers[i]!))
  }
  const joined = joinSlices(slices, chunk, ranges)
  const answers = [...ranges.values()].flatMap(({ slices: whole, answer }) =>
    whole.map(({ height }) => [height, answer] as const),
  )
  return new FeedDownload(chunk, joined, daemonHeight, new Map(answers))
}

/** Rows of blocks from `scanFrom` on. */
function scan(
  slices: readonly Slice[],
  { scanner, scanFrom }: Pick<ScanParts, 'scanner' | 'scanFrom'>,
): Promise<ScannedSlice[]> {
  return Promise.all(
    slices.map((slice) => {
      const below = Math.max(0, Number(scanFrom - slice.height))
      if (below >= blocksIn(slice)) return { slice, results: [] }
      return scanner.scan(slice, slice.firstTransaction[below]!)
    }),
  )
}

function matches(
  scanned: readonly ScannedSlice[],
  { store, addresses, keyImages }: OwnParts,
  { crypto, clock, check }: Pick<ScanParts, 'crypto' | 'clock' | 'check'>,
): Promise<Set<bigint>> {
  keyImages.follow()
  const finder = {
    crypto,
    secrets: store.secrets.value,
    keyImages: store.keyImages,
    addresses: addresses.ahead(),
  }
  const timeSlice = new TimeSlice(clock)
  const pause = async () => {
    await timeSlice.pause()
    check()
  }
  return matchingBlocks(finder, keyImages.shortBeginnings(), scanned, pause)
}

/** All blocks, by range. A range ends with its chunk. */
function rangesIn(slices: readonly Slice[], first: bigint): Range[] {
  const ranges: Range[] = []
  for (const slice of slices)
    for (let at = 0; at < blocksIn(slice); at++) {
      const height = heightIn(slice, at)
      if (height === first || height % BigInt(rangeBlocks) === 0n)
        ranges.push({ first: height, blocks: [] })
      ranges.at(-1)!.blocks.push({ slice, at })
    }
  return ranges
}

/** The blocks in order: those of requested ranges, and bare ones between them. */
function joinSlices(
  slices: readonly Slice[],
  { first, firstOutput }: CheckedChunk,
  ranges: ReadonlyMap<bigint, RangeBlocks>,
): Slice[] {
  const joined: Slice[] = []
  let below = firstOutput
  let isRequested = false
  for (const slice of slices) {
    const counts = rowCounts(slice)
    let from = 0
    const addBare = (to: number) => {
      if (!isRequested && to > from) joined.push(bareSlice(slice, { from, to }, { below, counts }))
      from = to
    }
    for (let at = 0; at < blocksIn(slice); at++) {
      const height = heightIn(slice, at)
      if (height !== first && height % BigInt(rangeBlocks) !== 0n) continue
      const range = ranges.get(height)
      if (isRequested || range) addBare(at)
      isRequested = range !== undefined
      if (range) joined.push(...range.slices)
    }
    addBare(blocksIn(slice))
    below = counts.reduce((sum, count) => sum + count, below)
  }
  return joined
}
