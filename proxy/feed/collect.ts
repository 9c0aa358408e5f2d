/**
 * Chunks of the scan feed from the blocks of a node.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import type { Keccak } from '#protocol/chain/hashes.ts'
import { feedBlockOf, ringCtOutputs } from '#protocol/feed/build.ts'
import type { ChunkStart, FeedChunk } from '#protocol/feed/chunk.ts'
import { groupOutputsOf, type GroupOutput } from '#protocol/feed/member-group.ts'
import { forks } from '#protocol/rules/forks.ts'
import { FeedError, type WholeBlocks } from './whole-blocks.ts'

/** The beginning of the chain. */
export const chainStart: ChunkStart = {
  firstHeight: 0n,
  previousId: new Uint8Array(32),
  firstOutput: 0n,
}

/** A complete chunk with the ids of its blocks, and its RingCT outputs. */
export type Collected = { chunk: FeedChunk; ids: Uint8Array[]; members: GroupOutput[] }

type CollectOptions = {
  /** Number of blocks; the node has all of them. */
  size: number
  network: Network
  keccak: Keccak
  /** Commitment to an amount in the clear, 32 bytes. */
  clearCommitment: (amount: bigint) => Uint8Array
}

/**
 * Reads the blocks of a chunk.
 *
 * @throws FeedError, ChainError, and the errors of calls.
 */
export async function collectChunk(
  source: WholeBlocks,
  start: ChunkStart,
  { size, network, keccak, clearCommitment }: CollectOptions,
): Promise<Collected> {
  const chunk: FeedChunk = { kind: 'complete', network, ...start, blocks: [] }
  const ids: Uint8Array[] = []
  const members: GroupOutput[] = []
  const { firstHeight, previousId } = start
  let { firstOutput } = start
  for await (const piece of source.pieces(firstHeight, firstHeight + BigInt(size), previousId))
    for (const checked of piece) {
      const block = feedBlockOf(checked, firstOutput, keccak)
      firstOutput += ringCtOutputs(block.rows)
      chunk.blocks.push(block)
      members.push(...groupOutputsOf(checked, clearCommitment))
      ids.push(checked.id)
    }
  return { chunk, ids, members }
}

/** First version of the rules with RingCT. */
const ringCtVersion = 4

/**
 * Where a feed begins that leaves out the blocks below a height.
 *
 * @throws FeedError, ChainError, and the errors of calls.
 */
export async function startAt(
  source: WholeBlocks,
  firstHeight: bigint,
  network: Network,
): Promise<ChunkStart> {
  if (firstHeight === 0n) return chainStart
  const previousId = await source.idAt(firstHeight - 1n)
  const ringCt = forks[network].find(({ version }) => version >= ringCtVersion)!.height
  if (firstHeight < ringCt) return { firstHeight, previousId, firstOutput: 0n }
  const end = await source.height()
  for await (const piece of source.pieces(firstHeight, end, previousId))
    for (const { block, transactions, indices } of piece)
      for (const [at, { version, outputs }] of [block.minerTx, ...transactions].entries())
        // Outputs are counted in the order of the chain, and none of RingCT were before this one.
        if (version === 2 && outputs.length > 0)
          return { firstHeight, previousId, firstOutput: indices[at]![0]! }
  throw new FeedError(`the node has no RingCT output from block ${firstHeight} on`)
}
