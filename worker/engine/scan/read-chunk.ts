/**
 * Slices of a chunk of the scan feed.
 *
 * @module
 */
import { idFromHeader, oddHeight, oddId } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { readBlockHead, readChunkHead, type ChunkHead } from '#protocol/feed/chunk.ts'
import { endRows, noRows, placeRow, type RowPlaces } from '#protocol/feed/row-places.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import { max64 } from '#protocol/fields.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { requireKnownRules, type Hashing } from './read-piece.ts'
import { columnsOf, positionsIn } from './row-columns.ts'
import type { Slice } from './slice.ts'

/** A crash loses at most this much work. */
const mostTransactions = 2000
const mostBlocks = 200

/**
 * Reads a chunk.
 *
 * The blocks of a complete chunk have their ids computed, and follow each other. Those of a scan chunk have the ids that it
 * contains: nothing binds the blocks to them.
 */
export class ChunkSlices {
  readonly head: ChunkHead
  readonly #reader: Reader
  readonly #hashing: Hashing
  readonly #network: Network
  /** Number of blocks that are read. */
  #blocks = 0
  #time = 0n
  #before: Uint8Array
  #nextOutput: number

  /**
   * @param network - Of the wallet; a chunk of a private chain says `fakechain`.
   * @throws ChainError for bytes that do not begin as a chunk; InvalidDaemonData for a chunk of another kind or network.
   */
  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    hashing: Hashing,
    network: Network,
    wanted: FeedKind = 'complete',
  ) {
    this.#reader = new Reader(bytes)
    this.#hashing = hashing
    this.#network = network
    this.head = readChunkHead(this.#reader)
    const { kind, network: ofChunk, firstOutput, previousId } = this.head
    requireOfDaemon(kind === wanted, `expected a chunk of kind ${wanted}, got one of kind ${kind}`)
    requireOfDaemon(ofChunk === network, `expected a chunk of ${network}, got one of ${ofChunk}`)
    this.#before = previousId
    this.#nextOutput = Number(firstOutput)
  }

  /**
   * The next blocks; undefined after the last.
   *
   * @throws ChainError for malformed rows; InvalidDaemonData; RpcError for rules that are newer than this wallet.
   */
  next(): Slice | undefined {
    const { count, firstHeight } = this.head
    if (this.#blocks === count) {
      this.#reader.end('chunk')
      return undefined
    }
    const height = firstHeight + BigInt(this.#blocks)
    const from = this.#reader.offset
    const before = this.#before
    const part = new Part()
    do this.#readBlock(part)
    while (
      this.#blocks < count &&
      part.ids.length < mostBlocks &&
      part.places.rows.length < mostTransactions
    )
    endRows(part.places)
    return sliceOf(part, {
      height,
      from,
      before,
      end: this.#reader.offset,
      all: this.#reader.bytes,
    })
  }

  #readBlock(part: Part) {
    const reader = this.#reader
    const height = this.head.firstHeight + BigInt(this.#blocks)
    const start = reader.offset
    const { kind } = this.head
    const { others, ...header } = readBlockHead(reader, this.#time, kind)
    requireKnownRules(header.majorVersion, height)
    const { places } = part
    const first = places.rows.length
    for (let at = 0; at <= others; at++) {
      const unlockTime = at === 0 ? height + minedUnlockWindow : 0n
      const images = places.keyImages.length
      const spot = { kind, unlockTime, nextOutput: this.#nextOutput }
      this.#nextOutput = placeRow(reader, places, spot)
      requireOfDaemon(
        (at === 0) === (places.keyImages.length === images),
        `block ${height}: expected one miner transaction, at the beginning`,
      )
    }
    const mined = places.clear[first]!
    requireOfDaemon(mined <= max64, `a block pays its miner ${mined} piconero`)
    const { nonce } = header
    const id = header.id ?? this.#idOf({ ...header, nonce: nonce! }, height, places, first)
    part.starts.push(start)
    part.firsts.push(first)
    part.ids.push(id)
    part.versions.push(header.majorVersion)
    part.votes.push(header.minorVersion)
    if (nonce !== undefined) part.nonces.push(nonce)
    part.times.push(Number(header.timestamp))
    part.mined.push(mined)
    this.#before = id
    this.#time = header.timestamp
    this.#blocks++
  }

  #idOf(
    header: { majorVersion: number; minorVersion: number; timestamp: bigint; nonce: number },
    height: bigint,
    { ids }: RowPlaces,
    first: number,
  ): Uint8Array {
    if (this.#network === 'mainnet' && height === oddHeight) return hexToBytes(oddId)
    const { bytes } = this.#reader
    const named = ids.slice(first).map((at) => bytes.subarray(at, at + 32))
    const { keccak256, keccak256Parts } = this.#hashing
    return idFromHeader({ ...header, prevId: this.#before }, named, keccak256, keccak256Parts)
  }
}

/** Blocks of one slice, in columns. */
class Part {
  readonly places = noRows()
  readonly starts: number[] = []
  /** First row of each block. */
  readonly firsts: number[] = []
  readonly ids: Uint8Array[] = []
  readonly versions: number[] = []
  readonly votes: number[] = []
  /** None in a scan chunk. */
  readonly nonces: number[] = []
  readonly times: number[] = []
  readonly mined: bigint[] = []
}

type PartPlace = {
  height: bigint
  from: number
  end: number
  before: Uint8Array
  /** The bytes of the chunk. */
  all: Uint8Array
}

function sliceOf(part: Part, { height, from, end, before, all }: PartPlace): Slice {
  const { places, firsts } = part
  const rows = positionsIn(places.rows, from)
  return {
    height,
    ids: concatBytes(...part.ids),
    // A copy, because a slice moves to another thread with its buffer.
    bytes: all.slice(from, end) as Uint8Array<ArrayBuffer>,
    rows: {
      ...columnsOf(places, from),
      nonces: Uint32Array.from(part.nonces),
      votes: Uint8Array.from(part.votes),
      before: before.slice(),
    },
    blocks: positionsIn(part.starts, from),
    versions: Uint8Array.from(part.versions),
    times: Float64Array.from(part.times),
    mined: BigUint64Array.from(part.mined),
    firstTransaction: Uint32Array.from([...firsts, rows.length]),
    transactions: rows,
    // A row ends where the next begins, or where the head of the next block does.
    transactionEnds: positionsIn([...places.rows.slice(1), end], from),
    namedIds: namedIn(places, firsts, from),
    prunableHashes: new Uint32Array(rows.length),
  }
}

/** Positions of ids; 0 for miner transactions. */
function namedIn({ ids }: RowPlaces, firsts: readonly number[], from: number): Uint32Array {
  const named = positionsIn(ids, from)
  for (const first of firsts) named[first] = 0
  return named
}
