/**
 * Chunks of the scan feed: consecutive blocks as rows. `docs/scan-feed.md` has every byte.
 *
 * A chunk is a function of the chain, so every server makes the same bytes.
 *
 * @module
 */
import type { Network } from '../address.ts'
import { ChainError, Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { minedUnlockWindow } from '../rules/limits.ts'
import { readRow, writeRow } from './row-format.ts'
import { scanRowOf, type FeedKind, type FeedRow } from './row.ts'

/** Blocks of a chunk. Also monero's group of block ids in its releases, so that those bind the ids of a chunk. */
export const chunkBlocks = 512

/** Blocks below the tip that a chunk waits for: a day. There has never been a deeper reorganisation. */
export const chunkDepth = 720

export type FeedBlock = {
  majorVersion: number
  minorVersion: number
  /** Unix seconds. */
  timestamp: bigint
  /** In complete chunks, whose block ids are computed. */
  nonce?: number
  /** In scan chunks, 32 bytes. */
  id?: Uint8Array
  /** The miner transaction, and the others in their order. */
  rows: FeedRow[]
}

/** Where a chunk begins. */
export type ChunkStart = {
  firstHeight: bigint
  /** Id of the previous block; all zeros at the beginning of the chain. */
  previousId: Uint8Array
  /** Number of RingCT outputs before the chunk, which is the global index of its first one. */
  firstOutput: bigint
}

export type FeedChunk = ChunkStart & { kind: FeedKind; network: Network; blocks: FeedBlock[] }

/** “NJF” and the version of the format. */
const magic = [0x4e, 0x4a, 0x46, 1] as const
const kinds: readonly FeedKind[] = ['complete', 'scan']
const networks: readonly Network[] = ['mainnet', 'testnet', 'stagenet', 'fakechain']

/** @throws ChainError For a row that lacks a part, or a block without its miner transaction. */
export function writeChunk(chunk: FeedChunk): Uint8Array {
  const writer = new Writer()
  for (const byte of magic) writer.byte(byte)
  writer
    .byte(kinds.indexOf(chunk.kind))
    .byte(networks.indexOf(chunk.network))
    .varint(chunk.firstHeight)
    .varint(chunk.blocks.length)
    .key(chunk.previousId, 'previous id')
    .varint(chunk.firstOutput)
  let before = 0n
  for (const [at, block] of chunk.blocks.entries()) {
    writeBlock(writer, block, before, { kind: chunk.kind, height: chunk.firstHeight + BigInt(at) })
    before = block.timestamp
  }
  return writer.bytes()
}

type BlockPlace = { kind: FeedKind; height: bigint }

function writeBlock(writer: Writer, block: FeedBlock, before: bigint, place: BlockPlace) {
  const { kind, height } = place
  writer
    .varint(block.majorVersion)
    .varint(block.minorVersion)
    .varint(zigzag(block.timestamp - before))
  if (kind === 'complete') writer.u32(block.nonce!)
  else writer.key(block.id!, 'block id')
  writer.varint(block.rows.length - 1)
  for (const [at, row] of block.rows.entries()) {
    if ((at === 0) !== (row.keyImages.length === 0))
      throw new ChainError('row', 'expected one miner transaction, at the beginning')
    writeRow(writer, row, { kind, unlockTime: at === 0 ? height + minedUnlockWindow : 0n })
  }
}

/**
 * Reads a chunk that fills `bytes`. Keys in it are views of them; they are not checked to be points.
 *
 * @throws ChainError For other bytes than {@link writeChunk} makes.
 */
export function readChunk(bytes: Uint8Array): FeedChunk {
  const reader = new Reader(bytes)
  const { count, ...head } = readChunkHead(reader)
  const { kind, firstHeight } = head
  const blocks: FeedBlock[] = []
  for (let at = 0; at < count; at++) {
    const before = blocks.at(-1)?.timestamp ?? 0n
    blocks.push(readBlock(reader, before, { kind, height: firstHeight + BigInt(at) }))
  }
  reader.end('chunk')
  return { ...head, blocks }
}

/** What stands before the blocks of a chunk. `count`: number of blocks. */
export type ChunkHead = Omit<FeedChunk, 'blocks'> & { count: number }

/** @throws ChainError for the beginning of something else. */
export function readChunkHead(reader: Reader): ChunkHead {
  for (const byte of magic)
    if (reader.byte('format') !== byte) throw new ChainError('format', 'expected NJF, version 1')
  const kind = oneOf(kinds, reader.byte('kind'), 'kind')
  const network = oneOf(networks, reader.byte('network'), 'network')
  const firstHeight = reader.varint('first height')
  // A block has at least 40 bytes.
  const count = reader.count('blocks', 40)
  const previousId = reader.take(32, 'previous id')
  const firstOutput = reader.varint('first output')
  return { kind, network, firstHeight, count, previousId, firstOutput }
}

function readBlock(reader: Reader, before: bigint, { kind, height }: BlockPlace): FeedBlock {
  const { others, ...head } = readBlockHead(reader, before, kind)
  const block: FeedBlock = { ...head, rows: [] }
  for (let at = 0; at <= others; at++) {
    const row = readRow(reader, { kind, unlockTime: at === 0 ? height + minedUnlockWindow : 0n })
    if ((at === 0) !== (row.keyImages.length === 0))
      throw new ChainError('row', 'expected one miner transaction, at the beginning')
    block.rows.push(row)
  }
  return block
}

/**
 * What stands before the rows of a block. `others`: number of transactions beside the miner transaction.
 *
 * @param before - Timestamp of the block before; 0 for the first one.
 * @throws ChainError
 */
export function readBlockHead(
  reader: Reader,
  before: bigint,
  kind: FeedKind,
): Omit<FeedBlock, 'rows'> & { others: number } {
  return {
    majorVersion: reader.smallVarint('major version', 8),
    minorVersion: reader.smallVarint('minor version', 8),
    timestamp: BigInt.asUintN(64, before + unzigzag(reader.varint('timestamp'))),
    ...(kind === 'complete' ? { nonce: reader.u32('nonce') } : { id: reader.take(32, 'block id') }),
    // A row has at least 3 bytes.
    others: reader.count('transactions', 3),
  }
}

function oneOf<Value>(values: readonly Value[], index: number, field: string): Value {
  const value = values[index]
  if (value === undefined)
    throw new ChainError(field, `expected 0 to ${values.length - 1}, got ${index}`)
  return value
}

/** A difference of timestamps as a u64: small for small differences of either sign. */
function zigzag(difference: bigint): bigint {
  const signed = BigInt.asIntN(64, difference)
  return BigInt.asUintN(64, signed < 0n ? -2n * signed - 1n : 2n * signed)
}

const unzigzag = (value: bigint): bigint => (value % 2n === 0n ? value / 2n : -(value + 1n) / 2n)

/**
 * The scan chunk of a complete one.
 *
 * @param ids - Ids of its blocks, 32 bytes each.
 */
export const scanChunkOf = (chunk: FeedChunk, ids: readonly Uint8Array[]): FeedChunk => ({
  ...chunk,
  kind: 'scan',
  blocks: chunk.blocks.map(({ majorVersion, minorVersion, timestamp, rows }, at) => ({
    majorVersion,
    minorVersion,
    timestamp,
    id: ids[at]!,
    rows: rows.map(scanRowOf),
  })),
})
