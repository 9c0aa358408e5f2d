/**
 * Blocks and their hashes at `/NAME.bin`, for wallets that synchronise.
 *
 * @module
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { BinaryAnswer, BinaryBackend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/bin/blocks.ts'
import { WrittenList } from '#protocol/epee/writer.ts'
import type { Value } from '#protocol/fields.ts'
import type { BlockchainReads, TransactionBody, WholeBlock } from '../../blockchain/types.ts'
import type { NodeContext } from '../../context.ts'
import type { BlockCache } from '../../state/block-cache.ts'
import {
  BlockTally,
  indicesOf,
  most,
  prunedBlock,
  sizeOf,
  type BlockLimits,
} from '../block-answers.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { okPaid } from '../ok-status.ts'
import { poolChanges } from '../pool-changes.ts'
import { itemsOf } from '../written-blocks.ts'

/** monero BLOCKS_IDS_SYNCHRONIZING_DEFAULT_COUNT */
const mostIds = 10_000

type GetBlocks = typeof contracts.get_blocks

/** Values of `requested_info`. */
const wants = { blocks: 0, both: 1, pool: 2 }

export const binBlocks = (context: NodeContext) =>
  ({
    get_blocks: (params) => getBlocks(context, params),
    get_blocks_by_height: ({ heights }) => getBlocksByHeight(context, heights),
    get_hashes: (params) => getHashes(context, params),
  }) satisfies BinaryBackend<typeof contracts>

/** @see monero src/rpc/core_rpc_server.cpp on_get_blocks */
function getBlocks(
  context: NodeContext,
  params: Value<GetBlocks['params']>,
): BinaryAnswer<GetBlocks['result']> {
  const { clock } = context
  const answer = { ...okPaid, daemon_time: clock.now(), start_height: 0n, current_height: 0n }
  const { requested_info } = params
  if (requested_info > wants.pool) throw new StatusError('Failed, wrong requested info', answer)
  const pool = requested_info === wants.blocks ? {} : poolChanges(context, params)
  if (requested_info === wants.pool) return { ...answer, ...pool }
  const blocks = blocksAfter(context, params)
  if (!blocks) throw new StatusError('Failed', { ...answer, ...pool })
  return { ...answer, ...pool, ...blocks }
}

/** Undefined when the request names no block of this chain to start from. */
function blocksAfter({ chain, host, state }: NodeContext, params: Value<GetBlocks['params']>) {
  const { block_ids, start_height, prune, no_miner_tx, max_block_count } = params
  const current_height = chain.height()
  // A client that has the top block gets no blocks.
  if (block_ids[0] && bytesToHex(block_ids[0]) === chain.topId())
    return { start_height: 0n, current_height }
  const first = start_height > 0n ? start_height : splitHeight(chain, block_ids)
  if (first === undefined || first >= current_height) return undefined

  const asked = max_block_count > 0n ? Number(max_block_count) : most.blocks
  const limits = {
    count: Math.min(asked, most.blocks),
    bytes: host.mostBlockBytes ?? most.bytes,
  }
  // What wallets request.
  if (prune && !no_miner_tx && state.blocks)
    return {
      start_height: first,
      current_height,
      ...writtenUpTo(chain, state.blocks, first, limits),
    }
  const given = upTo(chain.wholeBlocks(first, { prunable: !prune }), limits)
  return {
    start_height: first,
    current_height,
    blocks: given.map((block) => (prune ? prunedBlock(block) : fullBlock(block))),
    output_indices: given.map((block) => indicesOf(block, no_miner_tx)),
  }
}

/** Blocks up to the first limit that is reached. */
function upTo(blocks: Iterable<WholeBlock>, limits: BlockLimits): WholeBlock[] {
  const given: WholeBlock[] = []
  const tally = new BlockTally(limits)
  for (const block of blocks) {
    given.push(block)
    if (tally.add(block.transactions.length, sizeOf(block))) break
  }
  return given
}

/** The same, already written. */
function writtenUpTo(
  chain: BlockchainReads,
  cache: BlockCache,
  first: bigint,
  limits: BlockLimits,
) {
  const blocks: Uint8Array[] = []
  const indices: Uint8Array[] = []
  const tally = new BlockTally(limits)
  let count = 0
  for (let isLast = false; !isLast && first + BigInt(count) < chain.height();) {
    const { written, skip } = cache.from(chain, Number(first) + count)
    let end = skip
    while (!isLast && end < written.sizes.length)
      isLast = tally.add(written.transactions[end]!, written.sizes[end++]!)
    count += end - skip
    blocks.push(itemsOf(written.items, skip, end))
    indices.push(itemsOf(written.indices, skip, end))
  }
  return {
    blocks: new WrittenList(count, blocks),
    output_indices: new WrittenList(count, indices),
  }
}

/** @throws NodeRpcError for a pruned block. */
function fullBlock(whole: WholeBlock) {
  const txs = whole.transactions.map(wholeOf)
  if (!txs.every((tx) => tx !== undefined))
    throw new NodeRpcError('INTERNAL_ERROR', `Block ${whole.height} is pruned`)
  return { block: whole.blob, txs }
}

/** Undefined for a pruned transaction. */
const wholeOf = ({ pruned, prunable }: TransactionBody) =>
  prunable && { blob: prunable.length > 0 ? concatBytes(pruned, prunable) : pruned }

/**
 * Height of the newest block that both sides have; undefined for a history that does not end with the
 * genesis block.
 *
 * @see monero src/cryptonote_core/blockchain.cpp find_blockchain_supplement
 */
function splitHeight(chain: BlockchainReads, ids: readonly Uint8Array[]): bigint | undefined {
  const last = ids.at(-1)
  if (!last || bytesToHex(last) !== chain.idAt(0n)) return undefined
  for (const id of ids) {
    const height = chain.heightOf(bytesToHex(id))
    if (height !== undefined) return height
  }
  return undefined
}

/** Leaves pruned transactions out. An error for an unknown height contains the blocks before it. */
function getBlocksByHeight({ chain }: NodeContext, heights: readonly bigint[]) {
  const blocks = []
  for (const height of heights) {
    const [whole] = chain.wholeBlocks(height, { batch: 1 })
    if (!whole) throw new StatusError(`Error retrieving block at height ${height}`, { blocks })
    const txs = whole.transactions.map(wholeOf).filter((tx) => tx !== undefined)
    blocks.push({ block: whole.blob, txs })
  }
  return { ...okPaid, blocks }
}

type GetHashes = Value<typeof contracts.get_hashes.params>

function getHashes({ chain }: NodeContext, { block_ids, start_height: asked }: GetHashes) {
  const start_height = splitHeight(chain, block_ids)
  // The reference repeats `start_height` and does not use it otherwise.
  if (start_height === undefined) throw new StatusError('Failed', { start_height: asked })
  const m_block_ids = chain.ids(start_height, mostIds).map((id) => hexToBytes(id))
  return { ...okPaid, m_block_ids, start_height, current_height: chain.height() }
}
