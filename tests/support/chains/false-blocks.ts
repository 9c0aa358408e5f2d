/**
 * Blocks that are changed, as a daemon without proof of work can change them.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock, writeBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'

/** A miner transaction that pays these amounts to the same key. */
export function minerPaying({ minerTx }: ParsedBlock, ...amounts: bigint[]) {
  const [output] = minerTx.outputs
  const outputs = amounts.map((amount) => ({ ...output!, amount }))
  const prefix = writePrefix({ ...minerTx, outputs })
  return { minerTx: parseTransaction(concatBytes(prefix, Uint8Array.of(0))) }
}

/** Changes blocks that follow each other, so that they still do. */
export function relinked(
  blobs: readonly Uint8Array[],
  edit: (block: ParsedBlock, at: number) => Partial<ParsedBlock>,
): Uint8Array[] {
  let id: Uint8Array | undefined
  return blobs.map((blob, at) => {
    const block = parseBlock(blob)
    const changed = writeBlock({ ...block, ...(id && { prevId: id }), ...edit(block, at) })
    id = blockId(parseBlock(changed))
    return changed
  })
}
