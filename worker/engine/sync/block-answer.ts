/**
 * One answer of a daemon's, read while it arrives.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import { readBlockHeader } from '#protocol/chain/block.ts'
import { Reader } from '#protocol/chain/reader.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { BlocksCutter, type PieceSize } from '#protocol/daemon/blocks-cutter.ts'
import { indexBlocks, type BlocksIndex } from '#protocol/daemon/blocks-index.ts'
import { parseAnswer, requireOkStatus } from '#protocol/daemon/errors.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import { TimeSlice } from '../base/time-slice.ts'
import type { Clock } from '../base/ports.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Scanner } from '../scan/scanner.ts'
import { blocksIn, idIn, topOf, type Slice } from '../scan/slice.ts'

/** Blocks one answer may hold: ten times what monerod gives. */
const maxBlocks = 10_000

/** A crash loses at most this much work; less would be mostly writing. */
const pieceSize: PieceSize = { blocks: 200, transactions: 2000, bytes: 4 * 1024 * 1024 }

/** Reads on whether its slices are asked for or not: the next download waits for its last block. */
export class BlockDownload {
  /** What stands beside the blocks, once everything has arrived; `whole` as in {@link at}. */
  readonly end: Promise<BlocksIndex | 'whole'>
  readonly #body: BodyReader
  readonly #scanner: Pick<Scanner, 'read'>
  readonly #timeSlice: TimeSlice
  readonly #slices: Promise<Slice | 'whole'>[] = []
  /** Resolves when there is another slice, or none will come. */
  #more = nothingYet()
  /** Of the slices so far: what the next has to follow. */
  #top: { height: bigint; id: Uint8Array } | undefined
  #first: bigint | undefined
  #isComplete = false

  constructor(body: BodyReader, scanner: Pick<Scanner, 'read'>, clock: Clock) {
    this.#body = body
    this.#scanner = scanner
    this.#timeSlice = new TimeSlice(clock)
    this.end = this.#receive().finally(() => {
      this.#isComplete = true
      this.#more.resolve()
    })
    this.end.catch(() => this.cancel())
  }

  /**
   * The slice at a position, once it is there; each follows the one before.
   *
   * @returns `whole` when transactions came pruned that have to be asked for whole; undefined
   *   after the last.
   * @throws InvalidDaemonData, ChainError, AnswerError, DaemonError, ConnectionError; RpcError for rules
   *   that are newer than this wallet.
   */
  async at(position: number): Promise<Slice | 'whole' | undefined> {
    while (position >= this.#slices.length) {
      if (this.#isComplete) {
        await this.end
        return undefined
      }
      await this.#more.promise
    }
    return this.#slices[position]
  }

  /** Height of its first block. */
  get height(): bigint {
    return this.#first ?? 0n
  }

  /** Nothing more of it is wanted. */
  cancel(): void {
    this.#body.cancel()
  }

  async #receive(): Promise<BlocksIndex | 'whole'> {
    try {
      return await this.#readAll()
    } catch (error) {
      // What is wrong with a slice says more than that its answer was dropped for it.
      await Promise.all(this.#slices)
      throw error
    }
  }

  async #readAll(): Promise<BlocksIndex | 'whole'> {
    const cutter = new BlocksCutter(pieceSize)
    for (;;) {
      const chunk = await this.#body.read()
      if (!chunk) break
      parseAnswer('get_blocks', () => cutter.push(chunk)).forEach((piece) => this.#add(piece))
      requireOfDaemon(cutter.declared <= maxBlocks, `it holds ${cutter.declared} blocks`)
      // What has arrived already is given at once, without anybody else's turn between.
      await this.#timeSlice.pause()
    }
    const { pieces, rest } = parseAnswer('get_blocks', () => cutter.end())
    pieces.forEach((piece) => this.#add(piece))
    const index = parseAnswer('get_blocks', () => indexBlocks(rest))
    requireOkStatus('get_blocks', get_blocks, index)
    requireOfDaemon(index.blocks.length === 0, 'it holds blocks in another form')
    const slices = await Promise.all(this.#slices)
    if (slices.includes('whole')) return 'whole'
    this.#requireEnd(index, cutter.blocks)
    return index
  }

  #requireEnd({ startHeight, firstOutputIndices: firstTold }: BlocksIndex, blocks: number) {
    requireOfDaemon(
      this.#first === undefined || startHeight === this.#first,
      `the miner transaction of block ${startHeight} is of another height`,
    )
    const told = firstTold.length - 1
    requireOfDaemon(told === blocks, `${blocks} blocks with output indices of ${told}`)
  }

  #add(piece: Uint8Array<ArrayBuffer>) {
    const before = this.#slices.at(-1)
    const read = this.#scanner.read(piece)
    const slice = Promise.all([read, before]).then(([each, previous]) => {
      if (each === 'whole' || previous === 'whole') return 'whole'
      this.#follow(each)
      return each
    })
    slice.catch(() => this.cancel())
    this.#slices.push(slice)
    this.#more.resolve()
    this.#more = nothingYet()
  }

  #follow(slice: Slice) {
    const { height, bytes, blocks } = slice
    this.#first ??= height
    if (this.#top) {
      const { prevId } = readBlockHeader(new Reader(bytes, blocks[0]))
      requireOfDaemon(
        sameBytes(prevId, this.#top.id),
        `block ${this.#top.height} does not follow block ${this.#top.height - 1n}`,
      )
      requireOfDaemon(
        height === this.#top.height,
        `the miner transaction of block ${this.#top.height} is of another height`,
      )
    }
    this.#top = { height: topOf(slice), id: idIn(slice, blocksIn(slice) - 1).slice() }
  }
}

function nothingYet() {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
