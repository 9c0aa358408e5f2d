/**
 * Blocks as `/get_blocks.bin` writes them for wallets: pruned, with the output indices of miner transactions.
 *
 * @module
 */
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { header } from '#protocol/epee/types.ts'
import { EpeeWriter, writeFields } from '#protocol/epee/writer.ts'
import type { Fields } from '#protocol/fields.ts'
import type { WholeBlock } from '../blockchain/types.ts'
import { indicesOf, prunedBlock, sizeOf } from './block-answers.ts'

/** Consecutive blocks. Each array has one entry for a block, in order. */
export type WrittenBlocks = {
  /** Items of the lists `blocks` and `output_indices`. */
  items: WrittenItems
  indices: WrittenItems
  /** Numbers of transactions, and bytes of blocks and transactions: both are limited in an answer. */
  transactions: readonly number[]
  sizes: readonly number[]
}

/** Items one after the other. Item `i` is between `bounds[i]` and `bounds[i + 1]`. */
type WrittenItems = { bytes: Uint8Array; bounds: readonly number[] }

const { blocks: blockList, output_indices: indexList } = get_blocks.result

export function writeBlocks(blocks: readonly WholeBlock[]): WrittenBlocks {
  return {
    items: writeItems(blockList.inside.element!.inside.fields!, blocks.map(prunedBlock)),
    indices: writeItems(
      indexList.inside.element!.inside.fields!,
      blocks.map((block) => indicesOf(block, false)),
    ),
    transactions: blocks.map(({ transactions }) => transactions.length),
    sizes: blocks.map(sizeOf),
  }
}

function writeItems(fields: Fields, items: readonly object[]): WrittenItems {
  const writer = new EpeeWriter()
  const bounds = [header.length]
  for (const item of items) {
    writeFields(writer, fields, item)
    bounds.push(writer.length)
  }
  return { bytes: writer.bytes(), bounds }
}

/** The items from the one at `first` to below `end`. */
export const itemsOf = ({ bytes, bounds }: WrittenItems, first: number, end: number): Uint8Array =>
  bytes.subarray(bounds[first], bounds[end])
