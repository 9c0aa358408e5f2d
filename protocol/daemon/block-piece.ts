/**
 * Some blocks of an answer to `get_blocks.bin`: their bytes, and the positions of everything in them.
 *
 * An answer holds thousands of transactions, each an object of two strings. Blocks in the form that monerod
 * writes are walked over once; blocks in another form are read by the contract.
 *
 * @module
 */
import { epeeTo } from '../epee/epee.ts'
import { listFlag, types } from '../epee/types.ts'
import { get_blocks } from './bin/blocks.ts'
import { EpeeWalk, nameBytes, NotCanonical } from './epee-walk.ts'

/** Positions in `bytes`, in columns; rows of one block run from its `first` to that of the next block. */
export type BlockPiece = {
  bytes: Uint8Array<ArrayBuffer>
  /** Whether each block says that its transactions are pruned. */
  pruned: boolean[]
  blocks: number[]
  blockEnds: number[]
  /** First transaction of each block; at the end the number of all. */
  firstTransaction: number[]
  transactions: number[]
  transactionEnds: number[]
  /** Position of the hash of the pruned part of each transaction; -1 for a whole one. */
  prunableHashes: number[]
}

const names = {
  block: nameBytes('block'),
  block_weight: nameBytes('block_weight'),
  pruned: nameBytes('pruned'),
  txs: nameBytes('txs'),
  blob: nameBytes('blob'),
  prunable_hash: nameBytes('prunable_hash'),
}

const noColumns = (): Omit<BlockPiece, 'bytes'> => ({
  pruned: [],
  blocks: [],
  blockEnds: [],
  firstTransaction: [],
  transactions: [],
  transactionEnds: [],
  prunableHashes: [],
})

/** Collects the positions of blocks while their bytes arrive. */
export class PieceBuilder {
  readonly #walk = new EpeeWalk(false)
  readonly #columns = noColumns()

  /** Number of transactions in the blocks so far, without miner transactions. */
  get transactions(): number {
    return this.#columns.transactions.length
  }

  /**
   * Adds the block at a position.
   *
   * @param held - The bytes from the start of the piece on.
   * @returns The position of its end.
   * @throws {NeedMoreData} When its end has not arrived. In this case the block is not added.
   * @throws {NotCanonical} For a block in another form.
   */
  add(held: Uint8Array, at: number): number {
    const { transactions, blockEnds, firstTransaction } = this.#columns
    const [before, blocks] = [transactions.length, firstTransaction.length]
    try {
      this.#block(this.#walk.over(held, at))
    } catch (error) {
      for (const column of [transactions, this.#columns.transactionEnds]) column.length = before
      this.#columns.prunableHashes.length = before
      for (const column of [blockEnds, firstTransaction]) column.length = blocks
      throw error
    }
    return this.#walk.at
  }

  /** The piece; the caller owns its bytes. Undefined for more objects than monero's reader accepts. */
  piece(bytes: Uint8Array<ArrayBuffer>): BlockPiece | undefined {
    if (this.#walk.isOverLimit) return undefined
    this.#columns.firstTransaction.push(this.#columns.transactions.length)
    return { bytes, ...this.#columns }
  }

  // Members may have any order. Blocks with unknown or duplicate members are parsed by the contract.
  #block(walk: EpeeWalk) {
    const { pruned, blocks, blockEnds, firstTransaction, transactions } = this.#columns
    let [at, isPruned, seen] = [-1, false, 0]
    firstTransaction.push(transactions.length)
    for (let left = walk.members(); left > 0; left--) {
      const length = walk.byte()
      if ((seen >> length) & 1) throw new NotCanonical()
      seen |= 1 << length
      if (length === 5 && walk.isNamed(names.block)) {
        at = walk.string()
        blockEnds.push(walk.at)
      } else if (length === 6 && walk.isNamed(names.pruned)) isPruned = walk.bool()
      else if (length === 3 && walk.isNamed(names.txs)) this.#transactions(walk)
      else if (length === 12 && walk.isNamed(names.block_weight)) walk.u64()
      else throw new NotCanonical()
    }
    if (at < 0) throw new NotCanonical()
    blocks.push(at)
    pruned.push(isPruned)
  }

  #transactions(walk: EpeeWalk) {
    const type = walk.byte()
    const { transactions, transactionEnds, prunableHashes } = this.#columns
    if (type === (types.object | listFlag)) return walk.objectItems(() => this.#transaction(walk))
    if (type !== (types.string | listFlag)) throw new NotCanonical()
    for (let left = walk.size(); left > 0; left--) {
      transactions.push(walk.stringItem())
      transactionEnds.push(walk.at)
      prunableHashes.push(-1)
    }
  }

  #transaction(walk: EpeeWalk) {
    const { transactions, transactionEnds, prunableHashes } = this.#columns
    if (walk.members() !== 2) throw new NotCanonical()
    if (walk.byte() !== 4 || !walk.isNamed(names.blob)) throw new NotCanonical()
    transactions.push(walk.string())
    transactionEnds.push(walk.at)
    if (walk.byte() !== 13 || !walk.isNamed(names.prunable_hash)) throw new NotCanonical()
    const hash = walk.string()
    if (walk.at !== hash + 32) throw new NotCanonical()
    prunableHashes.push(hash)
  }
}

/** The piece of a storage that contains only blocks, in any form. @throws EpeeError, FieldError. */
export function pieceByContract(bytes: Uint8Array<ArrayBuffer>): BlockPiece {
  const { blocks } = epeeTo({ blocks: get_blocks.result.blocks }, bytes)
  const piece: BlockPiece = { bytes, ...noColumns() }
  const positionOf = (part: Uint8Array) => part.byteOffset - bytes.byteOffset
  for (const { block, pruned, txs } of blocks) {
    piece.pruned.push(pruned)
    piece.blocks.push(positionOf(block))
    piece.blockEnds.push(positionOf(block) + block.length)
    piece.firstTransaction.push(piece.transactions.length)
    for (const { blob, prunable_hash } of txs) {
      piece.transactions.push(positionOf(blob))
      piece.transactionEnds.push(positionOf(blob) + blob.length)
      piece.prunableHashes.push(prunable_hash ? positionOf(prunable_hash) : -1)
    }
  }
  piece.firstTransaction.push(piece.transactions.length)
  return piece
}
