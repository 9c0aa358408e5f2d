/**
 * The part of an answer to `get_blocks.bin` without its blocks: heights, and output indices by position.
 *
 * @module
 */
import { header, listFlag, types } from '../epee/types.ts'
import { epeeTo } from '../epee/epee.ts'
import { get_blocks } from './bin/blocks.ts'
import { EpeeWalk, nameBytes, NotCanonical } from './epee-walk.ts'

/** Output indices of one block are the rows from its `first` up to the first of the next block. */
export type AnswerEnd = {
  status: string
  startHeight: bigint
  currentHeight: bigint
  /** Number of blocks that are in another form than a list of objects. */
  blocks: number
  /** First transaction of each block with output indices; at the end the number of all. */
  firstIndexed: number[]
  /** Of each such transaction: the position of its output indices in `indexBytes`, and their number. */
  outputIndices: number[]
  outputCounts: number[]
  /** Holds output indices, 8 bytes each, little endian. */
  indexBytes: Uint8Array
}

const emptyEnd = (indexBytes: Uint8Array): AnswerEnd => ({
  status: '',
  startHeight: 0n,
  currentHeight: 0n,
  blocks: 0,
  firstIndexed: [],
  outputIndices: [],
  outputCounts: [],
  indexBytes,
})

/** @param bytes - A portable storage. @throws EpeeError, FieldError, as `epeeTo` does. */
export function answerEnd(bytes: Uint8Array): AnswerEnd {
  return walked(bytes) ?? byContract(bytes)
}

const needed = ['status', 'start_height', 'current_height']
const indicesName = nameBytes('indices')

function walked(bytes: Uint8Array): AnswerEnd | undefined {
  if (header.some((byte, at) => bytes[at] !== byte)) return undefined
  const end = emptyEnd(bytes)
  const walk = new EpeeWalk(true).over(bytes, header.length)
  try {
    const seen = new Set<string>()
    for (let left = walk.members(); left > 0; left--) {
      const name = walk.name()
      if (seen.has(name)) return undefined
      seen.add(name)
      entry(walk, end, name)
    }
    if (walk.isOverLimit || !needed.every((name) => seen.has(name))) return undefined
  } catch (error) {
    if (error instanceof NotCanonical) return undefined
    throw error
  }
  end.firstIndexed.push(end.outputIndices.length)
  return end
}

function entry(walk: EpeeWalk, end: AnswerEnd, name: string) {
  if (name === 'start_height') end.startHeight = walk.u64()
  else if (name === 'current_height') end.currentHeight = walk.u64()
  else if (name === 'output_indices') walk.objects(() => indicesOfBlock(walk, end))
  else if (name === 'status') end.status = walk.asciiString()
  else if (name === 'untrusted') walk.bool()
  else if (name === 'credits' || name === 'daemon_time') walk.u64()
  else if (name === 'top_hash') walk.asciiString()
  else throw new NotCanonical()
}

function indicesOfBlock(walk: EpeeWalk, end: AnswerEnd) {
  end.firstIndexed.push(end.outputIndices.length)
  if (!isEmpty(walk)) walk.objects(() => indicesOfTransaction(walk, end))
}

function indicesOfTransaction(walk: EpeeWalk, { outputIndices, outputCounts }: AnswerEnd) {
  if (isEmpty(walk)) {
    outputIndices.push(walk.at)
    outputCounts.push(0)
    return
  }
  if (walk.byte() !== (types.u64 | listFlag)) throw new NotCanonical()
  const count = walk.size()
  outputCounts.push(count)
  outputIndices.push(walk.take(8 * count))
}

// monerod leaves out an empty list, so the object that contains it can have no members.
function isEmpty(walk: EpeeWalk): boolean {
  const count = walk.members()
  if (count === 0) return true
  if (count !== 1 || walk.byte() !== indicesName.length || !walk.isNamed(indicesName))
    throw new NotCanonical()
  return false
}

function byContract(bytes: Uint8Array): AnswerEnd {
  const { status, start_height, current_height, blocks, output_indices } = epeeTo(
    get_blocks.result,
    bytes,
  )
  const end = emptyEnd(bytes)
  const all: bigint[] = []
  for (const { indices: block } of output_indices) {
    end.firstIndexed.push(end.outputIndices.length)
    for (const { indices } of block) {
      end.outputIndices.push(8 * all.length)
      end.outputCounts.push(indices.length)
      for (const index of indices) all.push(index)
    }
  }
  end.firstIndexed.push(end.outputIndices.length)
  const indexBytes = new Uint8Array(8 * all.length)
  const view = new DataView(indexBytes.buffer)
  all.forEach((index, at) => view.setBigUint64(8 * at, index, true))
  return {
    ...end,
    status,
    startHeight: start_height,
    currentHeight: current_height,
    blocks: blocks.length,
    indexBytes,
  }
}
