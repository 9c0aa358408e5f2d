/**
 * The calls that find what is new on a node, checked by their contracts.
 *
 * @module
 */
import { get_height } from '#protocol/daemon/json/chain.ts'
import { get_transaction_pool_hashes } from '#protocol/daemon/json/pool.ts'
import { get_transactions } from '#protocol/daemon/json/transactions.ts'
import {
  get_block,
  get_block_headers_range,
  get_last_block_header,
} from '#protocol/daemon/rpc/blocks.ts'
import { get_miner_data } from '#protocol/daemon/rpc/mining.ts'
import { jsonCalls } from '#protocol/upstream.ts'
import type { UpstreamNode } from './node.ts'
import { postTo } from './post.ts'

/** Bytes of the longest answer that is read: 25 of the largest transactions, twice in hex. */
const longestAnswer = 32 * 1024 * 1024

export type WatchCalls = ReturnType<typeof watchCalls>

/** @param signal - Aborts the call under way. */
export const watchCalls = (node: UpstreamNode, signal: AbortSignal) =>
  jsonCalls(
    {
      rpc: { get_block, get_block_headers_range, get_last_block_header, get_miner_data },
      json: { get_height, get_transaction_pool_hashes, get_transactions },
    },
    postTo(node, signal, { longestAnswer }),
  )
