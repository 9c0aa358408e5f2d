/**
 * The calls to a node that its events are found with, checked by their contracts.
 *
 * @module
 */
import { get_height } from '#protocol/daemon/json/chain.ts'
import { get_transaction_pool_hashes } from '#protocol/daemon/json/pool.ts'
import { get_transactions } from '#protocol/daemon/json/transactions.ts'
import { get_block, get_block_headers_range } from '#protocol/daemon/rpc/blocks.ts'
import { get_miner_data } from '#protocol/daemon/rpc/mining.ts'
import { jsonCalls } from '#protocol/upstream.ts'
import { readBody } from '../read-body.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../upstream/node.ts'

/** Bytes of the longest answer that is read: 25 of the largest transactions, twice in hex. */
const longestAnswer = 32 * 1024 * 1024

export type UpstreamCalls = ReturnType<typeof upstreamCalls>

/** @param signal - Aborts the call under way. */
export const upstreamCalls = (node: UpstreamNode, signal: AbortSignal) =>
  jsonCalls(
    {
      rpc: { get_block, get_block_headers_range, get_miner_data },
      json: { get_height, get_transaction_pool_hashes, get_transactions },
    },
    async (path, body, contentType, once) => {
      const request = { path, body: new Uint8Array(body), contentType, once, signal }
      const answer = await node.ask(request)
      const bytes = await readBody(answer, longestAnswer).catch((error: unknown) => {
        throw new UpstreamUnavailable('lost', error)
      })
      if (answer.status !== 200 || !bytes) throw new UpstreamUnavailable('invalid')
      return bytes
    },
  )
