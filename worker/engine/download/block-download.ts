/**
 * One answer to `get_blocks.bin`, read while it arrives.
 *
 * @module
 */
import { answerEnd, type AnswerEnd } from '#protocol/daemon/answer-end.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { BlocksCutter, type PieceSize } from '#protocol/daemon/blocks-cutter.ts'
import { parseAnswer, requireOkStatus } from '#protocol/daemon/errors.ts'
import type { BodyReader } from '#protocol/upstream.ts'
import { finishInSlices, TimeSlice } from '../base/time-slice.ts'
import type { Clock } from '../base/ports.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { HeaderRules } from '../scan/header-rules.ts'
import { outputIndicesOf, type KnownOutputs, type OutputIndices } from '../scan/output-indices.ts'
import { readSteps, type Hashing, type Previous } from '../scan/read-piece.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { blocksIn, idIn, topOf, type Slice } from '../scan/slice.ts'

/** Blocks that one answer may hold: ten times as many as monerod sends. */
const maxBlocks = 10_000

/** A crash loses at most this much work. Smaller pieces would spend most of the time on storage. */
const pieceSize: PieceSize = { blocks: 200, transactions: 2000, bytes: 4 * 1024 * 1024 }

/** Bytes that are cut in one go: about a hundred transactions. */
const cutAtOnce = 64 * 1024

/** Blocks that arrive: an answer to `get_blocks.bin`, or a chunk of the scan feed. */
export type Download = {
  /** The number of blocks that the daemon reports, once everything has arrived. Rejects as {@link at} does. */
  readonly end: Promise<{ currentHeight: bigint }>
  /** Bytes that have arrived. */
  readonly bytes: number
  /** Height of its first block. */
  readonly height: bigint
  /** Whether a chunk of the scan feed says which blocks these are. */
  readonly isOfFeed: boolean
  at(position: number): Promise<Slice | undefined>
  /**
   * Output indices of a slice that was scanned.
   *
   * @param below - RingCT outputs of all blocks below a height, where that is known.
   * @throws InvalidDaemonData
   */
  outputIndices(scanned: ScannedSlice, below: KnownOutputs): Promise<OutputIndices>
  /** Ends the transfer. */
  cancel(): void
}

/** Continues to read even if its slices are not consumed: the next download needs its last block. */
export class BlockDownload implements Download {
  /** The rest of the answer, once everything has arrived. Rejects as {@link at} does. */
  readonly end: Promise<AnswerEnd>
  /** Bytes that have arrived. */
  bytes = 0
  readonly isOfFeed = false
  readonly #body: BodyReader
  readonly #rules: Pick<HeaderRules, 'check'>
  readonly #hashing: Hashing
  readonly #timeSlice: TimeSlice
  readonly #slices: Slice[] = []
  /** Resolves when there is another slice, or none will come. */
  #more = openSignal()
  /** The last block so far, which the next slice has to follow. */
  #previous: Previous | undefined
  #isComplete = false

  constructor(body: BodyReader, rules: Pick<HeaderRules, 'check'>, hashing: Hashing, clock: Clock) {
    this.#body = body
    this.#rules = rules
    this.#hashing = hashing
    this.#timeSlice = new TimeSlice(clock)
    this.end = this.#receive().finally(() => {
      this.#isComplete = true
      this.#more.resolve()
    })
    this.end.catch(() => this.cancel())
  }

  /**
   * The slice at a position, once it has arrived; each follows the slice before.
   *
   * @returns Undefined after the last.
   * @throws WholeTransactionsNeeded, InvalidDaemonData, ChainError, AnswerError, DaemonError, ConnectionError;
   *   RpcError for rules that are newer than this wallet.
   */
  async at(position: number): Promise<Slice | undefined> {
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
    return this.#slices[0]?.height ?? 0n
  }

  async outputIndices(scanned: ScannedSlice, below: KnownOutputs): Promise<OutputIndices> {
    const position = Number(scanned.slice.height - this.height)
    return outputIndicesOf(await this.end, position, scanned, below)
  }

  /** Ends the transfer. */
  cancel(): void {
    this.#body.cancel()
  }

  async #receive(): Promise<AnswerEnd> {
    const cutter = new BlocksCutter(pieceSize)
    for (;;) {
      const chunk = await this.#body.read()
      if (!chunk) break
      this.bytes += chunk.length
      for (let at = 0; at < chunk.length; at += cutAtOnce) {
        const part = chunk.subarray(at, at + cutAtOnce)
        await this.#addAll(parseAnswer('get_blocks', () => cutter.push(part)))
        requireOfDaemon(cutter.declared <= maxBlocks, `it contains ${cutter.declared} blocks`)
        // A chunk that has arrived already is returned at once, without other tasks in between.
        await this.#timeSlice.pause()
      }
    }
    const { pieces, rest } = parseAnswer('get_blocks', () => cutter.end())
    await this.#addAll(pieces)
    const end = parseAnswer('get_blocks', () => answerEnd(rest))
    requireOkStatus('get_blocks', get_blocks, end)
    requireOfDaemon(end.blocks === 0, 'it contains blocks in another form')
    this.#requireEnd(end, cutter.blocks)
    return end
  }

  #requireEnd({ startHeight, firstIndexed }: AnswerEnd, blocks: number) {
    requireOfDaemon(
      blocks === 0 || startHeight === this.height,
      `the miner transaction of block ${startHeight} is of another height`,
    )
    const indexed = firstIndexed.length - 1
    requireOfDaemon(indexed === blocks, `${blocks} blocks with output indices of ${indexed}`)
  }

  async #addAll(pieces: readonly BlockPiece[]) {
    for (const piece of pieces) {
      const steps = readSteps(piece, this.#hashing, this.#previous)
      const slice = await finishInSlices(this.#timeSlice, steps)
      this.#rules.check(slice)
      this.#previous = { top: topOf(slice), id: idIn(slice, blocksIn(slice) - 1).slice() }
      this.#slices.push(slice)
      this.#more.resolve()
      this.#more = openSignal()
    }
  }
}

function openSignal() {
  let resolve!: () => void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
