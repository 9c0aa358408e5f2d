/**
 * Answers to `get_blocks.bin` as bytes, and the pieces that a wallet cuts them into.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { writeBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writePrefix } from '#protocol/chain/write.ts'
import { answerEnd, type AnswerEnd } from '#protocol/daemon/answer-end.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { BlocksCutter } from '#protocol/daemon/blocks-cutter.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { bool, bytes, list, object, text, u64 } from '#protocol/fields.ts'
import type { ScriptedChain } from './scripted-chain.ts'

/** A transaction in an answer; whole without `prunable_hash`. */
export type GivenTransaction = { blob: Uint8Array; prunable_hash?: Uint8Array }

/** `pruned` as a daemon is asked for by default; `whole` where the whole bytes are needed. */
export type AnswerForm = 'pruned' | 'whole'

/** What stands in an answer. `indices` are those of each block's transactions. */
export type BlocksContent = {
  start: bigint
  blocks: { block: Uint8Array; txs: readonly GivenTransaction[]; indices: readonly bigint[][] }[]
}

const { output_indices } = get_blocks.result
const transactionForms = {
  pruned: list(object({ blob: bytes, prunable_hash: bytes })),
  whole: list(bytes),
}

/** The answer as monerod writes it. */
export function blocksAnswer(form: AnswerForm, { start, blocks }: BlocksContent): Uint8Array {
  const fields = {
    status: text,
    start_height: u64,
    current_height: u64,
    output_indices,
    blocks: list(object({ pruned: bool, block: bytes, txs: transactionForms[form] })),
  }
  return epeeFrom(fields, {
    status: 'OK',
    start_height: start,
    current_height: start + BigInt(blocks.length),
    output_indices: blocks.map(({ indices }) => ({
      indices: indices.map((ofOne) => ({ indices: [...ofOne] })),
    })),
    blocks: blocks.map(({ block, txs }) => ({
      pruned: form === 'pruned',
      block,
      txs: (form === 'whole' ? txs.map(({ blob }) => blob) : txs) as never,
    })),
  })
}

/** The pieces of an answer, of so many blocks each, and what stands beside the blocks. */
export function cutAnswer(
  answer: Uint8Array,
  blocks = 1000,
): { pieces: BlockPiece[]; end: AnswerEnd } {
  const cutter = new BlocksCutter({ blocks, transactions: 1000, bytes: 1e7 })
  const pieces = cutter.push(answer)
  const { rest, pieces: last } = cutter.end()
  return { pieces: [...pieces, ...last], end: answerEnd(rest) }
}

/** What a scripted chain holds from a height on, 1 or more. */
export const contentOf = ({ blocks }: ScriptedChain, from = 1): BlocksContent => ({
  start: BigInt(from),
  blocks: blocks.slice(from - 1).map(({ blob, txs, indices }) => ({
    block: blob,
    txs: txs.map((tx) => ({ blob: tx.blob, prunable_hash: tx.prunableHash })),
    indices,
  })),
})

/** The one piece of a pruned answer. */
export function pieceOf(content: BlocksContent): BlockPiece {
  return cutAnswer(blocksAnswer('pruned', content)).pieces[0]!
}

/**
 * A block at height 5 that names these transactions, which no chain contains.
 *
 * @param minerKey - Of its one output.
 */
export function blockNaming(
  ids: readonly Uint8Array[],
  given: readonly GivenTransaction[],
  minerKey: Uint8Array,
): BlocksContent {
  const minerTx = parseTransaction(
    concatBytes(
      writePrefix({
        version: 2,
        unlockTime: 65n,
        inputs: [{ kind: 'gen', height: 5n }],
        outputs: [{ amount: 7n, key: minerKey, viewTag: 1 }],
        extra: new Uint8Array(),
      }),
      Uint8Array.of(0),
    ),
  )
  const block = writeBlock({
    majorVersion: 16,
    minorVersion: 16,
    timestamp: 1n,
    prevId: new Uint8Array(32),
    nonce: 0,
    minerTx,
    txHashes: [...ids],
  })
  let next = 0n
  const txs = given.map(({ blob }) => parseTransaction(blob, { pruned: true }))
  const indices = [minerTx, ...txs].map(({ outputs, version }) =>
    outputs.map(() => (version === 2 ? next++ : 3n)),
  )
  return { start: 5n, blocks: [{ block, txs: given, indices }] }
}
