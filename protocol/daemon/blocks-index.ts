/**
 * Where everything stands in an answer to `get_blocks.bin`: its contract read without its objects.
 *
 * An answer holds thousands of transactions, each an object of two strings. Answers written as
 * monerod writes them are walked over byte by byte; any other is read as every answer is, by its
 * contract, which also says what is wrong with it.
 *
 * @module
 */
import { dataView, latin1ToBytes, u64sToBytes } from '../bytes.ts'
import { header, listFlag, types } from '../epee-types.ts'
import { epeeTo } from '../epee.ts'
import type { Value } from '../fields.ts'
import { get_blocks } from './bin/blocks.ts'

/** Places in `bytes`, in columns; of one block are the rows from its `first` up to the next one's. */
export type BlocksIndex = {
  bytes: Uint8Array
  status: string
  startHeight: bigint
  currentHeight: bigint
  /** Whether each block says that its transactions are pruned. */
  pruned: boolean[]
  blocks: number[]
  blockEnds: number[]
  firstTransaction: number[]
  transactions: number[]
  transactionEnds: number[]
  /** Hash of what was pruned away from each transaction; -1 for a whole one. */
  prunableHashes: number[]
  /** Blocks that output indices are told of: their first transaction, and the number of all. */
  firstOutputIndices: number[]
  /** Of each transaction told of: the first of its output indices in `indexBytes`, and how many. */
  outputIndices: number[]
  outputCounts: number[]
  /** Holds output indices, 8 bytes each, little endian. */
  indexBytes: Uint8Array
}

const emptyIndex = (bytes: Uint8Array): BlocksIndex => ({
  bytes,
  status: '',
  startHeight: 0n,
  currentHeight: 0n,
  pruned: [],
  blocks: [],
  blockEnds: [],
  firstTransaction: [],
  transactions: [],
  transactionEnds: [],
  prunableHashes: [],
  firstOutputIndices: [],
  outputIndices: [],
  outputCounts: [],
  indexBytes: bytes,
})

/** @throws EpeeError, FieldError, as `epeeTo` does. */
export function indexBlocks(bytes: Uint8Array): BlocksIndex {
  return new Walk(bytes).answer(['status', 'start_height', 'current_height']) ?? byContract(bytes)
}

/** The same of a storage that holds nothing but blocks. @throws EpeeError, FieldError. */
export function indexPiece(bytes: Uint8Array): BlocksIndex {
  return new Walk(bytes).answer(['blocks']) ?? pieceByContract(bytes)
}

/** As monero's reader allows them by default. @see EpeeLimits */
const mostObjects = 0x3_0000
const mostStrings = 0x3_0000
const mostFields = 0x3_0000

/** What is not as monerod writes it: to be read by the contract. */
class NotCanonical extends Error {
  override name = 'NotCanonical'
}

const names = {
  block: latin1ToBytes('block'),
  block_weight: latin1ToBytes('block_weight'),
  pruned: latin1ToBytes('pruned'),
  txs: latin1ToBytes('txs'),
  blob: latin1ToBytes('blob'),
  prunable_hash: latin1ToBytes('prunable_hash'),
  indices: latin1ToBytes('indices'),
}

class Walk {
  readonly #index: BlocksIndex
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = header.length
  #objects = 0
  #strings = 0
  #fields = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#index = emptyIndex(bytes)
    this.#view = dataView(bytes)
  }

  /** @param needed - Names that there must be. */
  answer(needed: readonly string[]): BlocksIndex | undefined {
    try {
      if (header.some((byte, at) => this.#bytes[at] !== byte)) return undefined
      this.#root(needed)
      const {
        firstTransaction,
        transactions,
        firstOutputIndices: firstTold,
        outputIndices,
      } = this.#index
      firstTransaction.push(transactions.length)
      firstTold.push(outputIndices.length)
      const isMore =
        this.#objects > mostObjects || this.#strings > mostStrings || this.#fields > mostFields
      return isMore ? undefined : this.#index
    } catch (error) {
      if (error instanceof NotCanonical) return undefined
      throw error
    }
  }

  #root(needed: readonly string[]) {
    const seen = new Set<string>()
    for (let left = this.#members(); left > 0; left--) {
      const name = this.#rootName()
      if (seen.has(name)) throw new NotCanonical()
      seen.add(name)
      this.#rootEntry(name)
    }
    if (!needed.every((name) => seen.has(name))) throw new NotCanonical()
  }

  #rootEntry(name: string) {
    const index = this.#index
    if (name === 'start_height') index.startHeight = this.#u64()
    else if (name === 'current_height') index.currentHeight = this.#u64()
    else if (name === 'blocks') this.#list(() => this.#block())
    else if (name === 'output_indices') this.#list(() => this.#told())
    else if (name === 'status') index.status = this.#asciiString()
    else if (name === 'untrusted') this.#bool()
    else if (name === 'credits' || name === 'daemon_time') this.#u64()
    else if (name === 'top_hash') this.#asciiString()
    else throw new NotCanonical()
  }

  // Its members may stand in any order; one twice, or one that is not known, is for the contract.
  #block() {
    const { pruned, blocks, blockEnds, firstTransaction, transactions } = this.#index
    let [at, isPruned, seen] = [-1, false, 0]
    firstTransaction.push(transactions.length)
    for (let left = this.#members(); left > 0; left--) {
      const length = this.#byte()
      if ((seen >> length) & 1) throw new NotCanonical()
      seen |= 1 << length
      if (length === 5 && this.#isNamed(names.block)) {
        at = this.#string()
        blockEnds.push(this.#at)
      } else if (length === 6 && this.#isNamed(names.pruned)) isPruned = this.#bool()
      else if (length === 3 && this.#isNamed(names.txs)) this.#transactions()
      else if (length === 12 && this.#isNamed(names.block_weight)) this.#u64()
      else throw new NotCanonical()
    }
    if (at < 0) throw new NotCanonical()
    blocks.push(at)
    pruned.push(isPruned)
  }

  #transactions() {
    const type = this.#byte()
    const { transactions, transactionEnds, prunableHashes } = this.#index
    if (type === (types.object | listFlag)) {
      for (let left = this.#size(); left > 0; left--) this.#transaction()
      return
    }
    if (type !== (types.string | listFlag)) throw new NotCanonical()
    for (let left = this.#size(); left > 0; left--) {
      transactions.push(this.#bareString())
      transactionEnds.push(this.#at)
      prunableHashes.push(-1)
    }
  }

  #transaction() {
    const { transactions, transactionEnds, prunableHashes } = this.#index
    this.#objects++
    if (this.#members() !== 2) throw new NotCanonical()
    if (this.#byte() !== 4 || !this.#isNamed(names.blob)) throw new NotCanonical()
    transactions.push(this.#string())
    transactionEnds.push(this.#at)
    if (this.#byte() !== 13 || !this.#isNamed(names.prunable_hash)) throw new NotCanonical()
    const hash = this.#string()
    if (this.#at !== hash + 32) throw new NotCanonical()
    prunableHashes.push(hash)
  }

  /** Output indices of a block. */
  #told() {
    const { firstOutputIndices: firstTold, outputIndices } = this.#index
    firstTold.push(outputIndices.length)
    if (this.#isEmpty()) return
    this.#list(() => this.#toldOfTransaction())
  }

  #toldOfTransaction() {
    const { outputIndices, outputCounts } = this.#index
    if (this.#isEmpty()) {
      outputIndices.push(this.#at)
      outputCounts.push(0)
      return
    }
    if (this.#byte() !== (types.u64 | listFlag)) throw new NotCanonical()
    const count = this.#size()
    outputCounts.push(count)
    outputIndices.push(this.#take(8 * count))
  }

  // An empty list is left out, and with it all of the object.
  #isEmpty(): boolean {
    const count = this.#members()
    if (count === 0) return true
    if (count !== 1 || this.#byte() !== 7 || !this.#isNamed(names.indices)) throw new NotCanonical()
    return false
  }

  /** A list of objects. */
  #list(read: () => void) {
    if (this.#byte() !== (types.object | listFlag)) throw new NotCanonical()
    for (let left = this.#size(); left > 0; left--) {
      this.#objects++
      read()
    }
  }

  #members(): number {
    const count = this.#size()
    this.#fields += count
    return count
  }

  #take(size: number): number {
    const start = this.#at
    if (size > this.#bytes.length - start) throw new NotCanonical()
    this.#at = start + size
    return start
  }

  #byte(): number {
    return this.#bytes[this.#take(1)]!
  }

  /** A count: its two low bits say in how many bytes it stands. */
  #size(): number {
    const first = this.#byte()
    const width = first & 3
    if (width === 0) return first >>> 2
    const start = this.#take((1 << width) - 1) - 1
    if (width === 1) return this.#view.getUint16(start, true) >>> 2
    if (width === 2) return this.#view.getUint32(start, true) >>> 2
    throw new NotCanonical()
  }

  // The length was read: whether the name that follows is this one.
  #isNamed(name: Uint8Array): boolean {
    const start = this.#take(name.length)
    for (let i = 0; i < name.length; i++) if (this.#bytes[start + i] !== name[i]) return false
    return true
  }

  #rootName(): string {
    const length = this.#byte()
    return this.#ascii(this.#take(length))
  }

  #ascii(start: number): string {
    let text = ''
    for (let at = start; at < this.#at; at++) {
      if (this.#bytes[at]! >= 0x80) throw new NotCanonical()
      text += String.fromCharCode(this.#bytes[at]!)
    }
    return text
  }

  #asciiString(): string {
    return this.#ascii(this.#string())
  }

  /** Where a string begins; it ends where the walk goes on. */
  #string(): number {
    if (this.#byte() !== types.string) throw new NotCanonical()
    return this.#bareString()
  }

  #bareString(): number {
    this.#strings++
    return this.#take(this.#size())
  }

  #u64(): bigint {
    if (this.#byte() !== types.u64) throw new NotCanonical()
    return this.#view.getBigUint64(this.#take(8), true)
  }

  #bool(): boolean {
    if (this.#byte() !== types.bool) throw new NotCanonical()
    const byte = this.#byte()
    if (byte > 1) throw new NotCanonical()
    return byte === 1
  }
}

function byContract(bytes: Uint8Array): BlocksIndex {
  const { status, start_height, current_height, blocks, output_indices } = epeeTo(
    get_blocks.result,
    bytes,
  )
  const index = { ...emptyIndex(bytes), status, startHeight: start_height }
  addBlocks(index, blocks)
  const told: bigint[] = []
  for (const { indices: block } of output_indices) {
    index.firstOutputIndices.push(index.outputIndices.length)
    for (const { indices } of block) {
      index.outputIndices.push(8 * told.length)
      index.outputCounts.push(indices.length)
      for (const each of indices) told.push(each)
    }
  }
  index.firstOutputIndices.push(index.outputIndices.length)
  return { ...index, currentHeight: current_height, indexBytes: u64sToBytes(told) }
}

function pieceByContract(bytes: Uint8Array): BlocksIndex {
  const { blocks } = epeeTo({ blocks: get_blocks.result.blocks }, bytes)
  const index = emptyIndex(bytes)
  addBlocks(index, blocks)
  index.firstOutputIndices.push(0)
  return index
}

function addBlocks(index: BlocksIndex, blocks: Value<typeof get_blocks.result>['blocks']) {
  const placeOf = (part: Uint8Array) => part.byteOffset - index.bytes.byteOffset
  for (const { block, pruned, txs } of blocks) {
    index.pruned.push(pruned)
    index.blocks.push(placeOf(block))
    index.blockEnds.push(placeOf(block) + block.length)
    index.firstTransaction.push(index.transactions.length)
    for (const { blob, prunable_hash } of txs) {
      index.transactions.push(placeOf(blob))
      index.transactionEnds.push(placeOf(blob) + blob.length)
      index.prunableHashes.push(prunable_hash ? placeOf(prunable_hash) : -1)
    }
  }
  index.firstTransaction.push(index.transactions.length)
}
