/**
 * Cuts an answer to `get_blocks.bin` into pieces of whole blocks while it arrives.
 *
 * The walk that finds the end of a block also notes the positions of everything in it. The rest of the
 * answer becomes a separate portable storage, which {@link answerEnd} reads.
 *
 * @module
 */
import { latin1ToBytes } from '../bytes.ts'
import { EpeeError } from '../epee/reader.ts'
import { EpeeWriter } from '../epee/writer.ts'
import { EpeeSkip, NeedMoreData } from '../epee/skip.ts'
import { header, listFlag, types } from '../epee/types.ts'
import { PieceBuilder, pieceByContract, type BlockPiece } from './block-piece.ts'
import { NotCanonical } from './epee-walk.ts'

/** A piece ends with the block that reaches one of these. */
export type PieceSize = { blocks: number; transactions: number; bytes: number }

const objectList = types.object | listFlag

export class BlocksCutter {
  /** Number of entries of the answer; 0 before its first bytes. */
  entries = 0
  /** Number of blocks that the answer declares; 0 before it does. */
  declared = 0
  /** Blocks cut off so far. */
  blocks = 0
  readonly #size: PieceSize
  readonly #held = new Held()
  /** Entries of the answer that are not blocks. */
  readonly #rest: Uint8Array[] = []
  #entriesLeft = -1
  /** The current entry, if it is another list of objects: where its next one starts, and how many are left. */
  #list: { at: number; left: number } | undefined
  #blocksLeft = 0
  /** Positions of the current piece, which starts at the first buffered byte. */
  #piece = { blocks: 0, transactions: 0, bytes: 0 }
  /** Undefined once the piece contains a block in another form than monerod's. */
  #builder: PieceBuilder | undefined = new PieceBuilder()

  constructor(size: PieceSize) {
    this.#size = size
  }

  /**
   * Adds received bytes.
   *
   * @returns The pieces that are now complete, in order.
   * @throws EpeeError, FieldError for bytes that are not a portable storage of blocks.
   */
  push(chunk: Uint8Array): BlockPiece[] {
    if (this.#isDone) return []
    this.#held.add(chunk)
    return this.#held.isDue ? this.#cut() : []
  }

  /**
   * The answer has ended.
   *
   * @returns The remaining pieces, and the answer without its blocks.
   * @throws EpeeError, FieldError
   */
  end(): { pieces: BlockPiece[]; rest: Uint8Array } {
    const pieces = this.#cut()
    if (!this.#isDone) throw new EpeeError('unexpected end', this.#held.length)
    return { pieces, rest: storage(this.#rest.length, this.#rest) }
  }

  get #isDone(): boolean {
    return this.#entriesLeft === 0 && this.#blocksLeft === 0
  }

  #cut(): BlockPiece[] {
    const pieces: BlockPiece[] = []
    try {
      for (;;) {
        if (this.#isDone) return pieces
        if (this.#entriesLeft < 0) this.#begin()
        else if (this.#blocksLeft > 0) this.#block(pieces)
        else this.#entry()
      }
    } catch (error) {
      if (!(error instanceof NeedMoreData)) throw error
      this.#held.wait(this.#list?.at ?? this.#piece.bytes)
      return pieces
    }
  }

  #begin() {
    const skip = this.#held.skip(0)
    for (const byte of header) if (skip.byte() !== byte) throw new EpeeError('wrong signature', 0)
    this.entries = this.#entriesLeft = skip.size()
    this.#held.drop(skip.at)
  }

  #entry() {
    if (this.#list) return this.#endOfList(this.#list)
    const skip = this.#held.skip(0)
    const isBlocks = skip.name() === 'blocks'
    if (skip.peek() !== objectList) {
      skip.entry()
      this.#keep(skip.at)
      return
    }
    skip.byte()
    const left = skip.size()
    if (!isBlocks) {
      this.#list = { at: skip.at, left }
      return
    }
    if (this.declared > 0) throw new EpeeError('a name twice in one object', 0)
    this.declared = this.#blocksLeft = left
    this.#held.drop(skip.at)
    this.#entriesLeft--
  }

  #endOfList(list: { at: number; left: number }) {
    for (; list.left > 0; list.left--) {
      const skip = this.#held.skip(list.at)
      skip.object('', 1)
      list.at = skip.at
    }
    this.#list = undefined
    this.#keep(list.at)
  }

  /** An entry of so many bytes is complete. */
  #keep(size: number) {
    this.#rest.push(this.#held.copy(size))
    this.#held.drop(size)
    this.#entriesLeft--
  }

  #block(pieces: BlockPiece[]) {
    const piece = this.#piece
    piece.bytes = this.#endOfBlock()
    piece.blocks++
    this.blocks++
    this.#blocksLeft--
    const { blocks, transactions, bytes } = this.#size
    const isFull =
      piece.blocks >= blocks || piece.transactions >= transactions || piece.bytes >= bytes
    if (!isFull && this.#blocksLeft > 0) return
    pieces.push(this.#whole())
    this.#held.drop(piece.bytes)
    this.#piece = { blocks: 0, transactions: 0, bytes: 0 }
    this.#builder = new PieceBuilder()
  }

  /** Counts the transactions of the block that begins at the end of the piece, and finds its end. */
  #endOfBlock(): number {
    const piece = this.#piece
    if (this.#builder)
      try {
        const end = this.#builder.add(this.#held.all, piece.bytes)
        piece.transactions = this.#builder.transactions
        return end
      } catch (error) {
        if (!(error instanceof NotCanonical)) throw error
        this.#builder = undefined
      }
    const skip = this.#held.skip(piece.bytes)
    piece.transactions += skip.object('txs')
    return skip.at
  }

  #whole(): BlockPiece {
    const { blocks, bytes } = this.#piece
    const piece = this.#builder?.piece(this.#held.copy(bytes))
    return piece ?? pieceByContract(blocksStorage(blocks, this.#held.view(bytes)))
  }
}

/** Bytes that arrived and are not cut off yet. */
class Held {
  #bytes = new Uint8Array(1 << 17)
  #start = 0
  #end = 0
  /** Minimum number of bytes before the next attempt to parse. */
  #due = 0

  get length(): number {
    return this.#end - this.#start
  }

  get isDue(): boolean {
    return this.length >= this.#due
  }

  add(chunk: Uint8Array) {
    if (this.#end + chunk.length > this.#bytes.length) {
      const length = this.length + chunk.length
      const larger =
        length > this.#bytes.length
          ? new Uint8Array(Math.max(length, 2 * this.#bytes.length))
          : this.#bytes
      larger.set(this.#bytes.subarray(this.#start, this.#end))
      this.#bytes = larger
      this.#end -= this.#start
      this.#start = 0
    }
    this.#bytes.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** The value at `from` is incomplete. A large value is not parsed again for every chunk. */
  wait(from: number) {
    this.#due = from + ((this.length - from) * 3) / 2
  }

  skip(from: number): EpeeSkip {
    return new EpeeSkip(this.all, from)
  }

  get all(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  view(size: number): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#start + size)
  }

  copy(size: number): Uint8Array<ArrayBuffer> {
    return this.view(size).slice()
  }

  drop(size: number) {
    this.#start += size
    this.#due = 0
  }
}

const blocksName = latin1ToBytes('blocks')

function blocksStorage(count: number, blocks: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new EpeeWriter()
  writer.byte(blocksName.length)
  writer.put(blocksName)
  writer.byte(objectList)
  writer.size(count)
  return storage(1, [writer.bytes().subarray(header.length), blocks])
}

function storage(entries: number, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const writer = new EpeeWriter()
  writer.size(entries)
  const all = [writer.bytes(), ...parts]
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
