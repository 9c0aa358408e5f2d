/**
 * Cuts an answer into slices: its bytes copied, its places counted from where each slice begins.
 *
 * @module
 */
import type { ParsedBlock } from '#protocol/chain/block.ts'
import type { BlocksIndex } from '#protocol/daemon/blocks-index.ts'
import { concatBytes } from '@noble/hashes/utils.js'
import { expectOfDaemon } from './daemon-problem.ts'
import type { Slice } from './slice.ts'

/** A block of an answer whose place in the chain was checked. */
export type ChainedBlock = { id: Uint8Array; block: ParsedBlock }

/** A crash loses at most this much work; less would be mostly writing. */
const blocksPerSlice = 200
const transactionsPerSlice = 2000

/**
 * Slices of an answer, in order; none is empty.
 *
 * @param blocks - All of the answer, with as many transactions and indices as they name.
 * @throws LyingDaemon for output indices that do not run on.
 */
export function* slicesOf(index: BlocksIndex, blocks: readonly ChainedBlock[]): Generator<Slice> {
  const { firstTransaction } = index
  let from = 0
  for (let to = 1; to <= blocks.length; to++) {
    const transactions = firstTransaction[to]! - firstTransaction[from]! + (to - from)
    const isFull = to - from >= blocksPerSlice || transactions >= transactionsPerSlice
    if (!isFull && to < blocks.length) continue
    const slice = cut(index, blocks.slice(from, to), from)
    requireRunningIndices(slice)
    yield slice
    from = to
  }
}

function cut(index: BlocksIndex, chained: readonly ChainedBlock[], from: number): Slice {
  const { bytes, startHeight, firstTransaction, firstTold } = index
  const to = from + chained.length
  const count = firstTransaction[to]! - firstTransaction[from]! + chained.length
  const [start, stop] = boundsOf(index, from, to)
  const slice: Slice = {
    ...{ height: startHeight + BigInt(from), ids: concatBytes(...chained.map(({ id }) => id)) },
    ...{ bytes: bytes.slice(start, stop), blocks: new Uint32Array(chained.length) },
    ...{ firstTransaction: new Uint32Array(chained.length + 1) },
    ...{ transactions: new Uint32Array(count), transactionEnds: new Uint32Array(count) },
    ...{ namedIds: new Uint32Array(count), prunableHashes: new Uint32Array(count) },
    ...indicesOf(index, firstTold[from]!, count),
  }
  const base = bytes.byteOffset + start
  let row = 0
  for (const [position, { block }] of chained.entries()) {
    slice.blocks[position] = block.blob.byteOffset - base
    slice.firstTransaction[position] = row
    const { blob } = block.minerTx
    slice.transactions[row] = blob.byteOffset - base
    slice.transactionEnds[row] = blob.byteOffset - base + blob.length
    row++
    let namedId = (block.txHashes[0]?.byteOffset ?? 0) - base
    const end = firstTransaction[from + position + 1]!
    for (let at = firstTransaction[from + position]!; at < end; at++, row++, namedId += 32) {
      slice.transactions[row] = index.transactions[at]! - start
      slice.transactionEnds[row] = index.transactionEnds[at]! - start
      slice.namedIds[row] = namedId
      const hash = index.prunableHashes[at]!
      slice.prunableHashes[row] = hash < 0 ? 0 : hash - start
    }
  }
  slice.firstTransaction[chained.length] = row
  return slice
}

// The first byte that anything of the blocks stands at, and the end of the last: never the place
// of a hash, so that 0 can stand for none.
function boundsOf(index: BlocksIndex, from: number, to: number): [number, number] {
  const { blocks, blockEnds, transactions, transactionEnds, prunableHashes, firstTransaction } =
    index
  let [start, end] = [Infinity, 0]
  for (let at = from; at < to; at++) {
    start = Math.min(start, blocks[at]!)
    end = Math.max(end, blockEnds[at]!)
  }
  for (let at = firstTransaction[from]!; at < firstTransaction[to]!; at++) {
    const hash = prunableHashes[at]!
    start = Math.min(start, transactions[at]!, hash < 0 ? Infinity : hash - 1)
    end = Math.max(end, transactionEnds[at]!, hash + 32)
  }
  return [start, end]
}

/** @param told - The first transaction told of. */
function indicesOf(
  { outputIndices, outputCounts, indexBytes }: BlocksIndex,
  told: number,
  count: number,
): Pick<Slice, 'indices' | 'firstIndex'> {
  const firstIndex = new Uint32Array(count + 1)
  for (let row = 0; row < count; row++)
    firstIndex[row + 1] = firstIndex[row]! + outputCounts[told + row]!
  const indices = new Uint8Array(8 * firstIndex[count]!)
  for (let row = 0; row < count; row++) {
    const from = outputIndices[told + row]!
    const to = 8 * firstIndex[row]!
    const length = 8 * outputCounts[told + row]!
    for (let at = 0; at < length; at++) indices[to + at] = indexBytes[from + at]!
  }
  return { indices, firstIndex }
}

/**
 * Checks the output indices of a slice's transactions: the chain numbers RingCT outputs, miners'
 * too, one after the other. An index that is wrong alone is found out by this.
 *
 * @see monero src/blockchain_db/blockchain_db.cpp add_transaction
 */
function requireRunningIndices({ bytes, transactions, indices, firstIndex }: Slice) {
  const view = new DataView(indices.buffer)
  let next: number | undefined
  for (const [row, at] of transactions.entries()) {
    if (bytes[at] !== 2) continue
    for (let i = firstIndex[row]!; i < firstIndex[row + 1]!; i++) {
      const index = view.getUint32(8 * i, true) + 2 ** 32 * view.getUint32(8 * i + 4, true)
      expectOfDaemon(
        Number.isSafeInteger(index) && index === (next ?? index),
        'output indices do not run on from one output to the next',
      )
      next = index + 1
    }
  }
}
