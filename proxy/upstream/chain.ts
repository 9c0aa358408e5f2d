/**
 * The little that the proxy must know of the node's chain, to tell a fair request from one that
 * nodes take for an attack.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseJson, stringifyJsonBytes } from '#protocol/json.ts'
import { memberOf } from '../member-of.ts'
import { readText, parseUpstream } from './forward.ts'
import { UpstreamUnavailable, type UpstreamNode } from './node.ts'

export type UpstreamChain = {
  /** Whether a block id is that of the first block. */
  isGenesis: (id: Uint8Array) => Promise<boolean>
  /** Whether there is a block at a height. */
  reaches: (height: bigint) => Promise<boolean>
}

/** Asks for the first block once, and for the height when one is named that was not there before. */
export function upstreamChain(node: UpstreamNode): UpstreamChain {
  let genesis: string | undefined
  let blocks = 0n
  return {
    async isGenesis(id) {
      genesis ??= idIn(await ask(node, 'on_get_block_hash', [0]))
      return genesis === bytesToHex(id)
    },
    async reaches(height) {
      if (height >= blocks) blocks = blocksIn(await ask(node, 'get_block_count'))
      return height < blocks
    },
  }
}

// Kept for ever: anything else would refuse every request from then on.
function idIn(result: unknown): string {
  if (typeof result !== 'string' || !/^[0-9a-f]{64}$/.test(result))
    throw new UpstreamUnavailable('invalid')
  return result
}

function blocksIn(result: unknown): bigint {
  const count = memberOf(result, 'count')
  if (!Number.isSafeInteger(count)) throw new UpstreamUnavailable('invalid')
  return BigInt(count as number)
}

/** The result of a method. Rejects with UpstreamUnavailable. */
async function ask(node: UpstreamNode, method: string, params?: unknown): Promise<unknown> {
  const answer = await node.ask({
    path: '/json_rpc',
    body: stringifyJsonBytes({ jsonrpc: '2.0', id: '0', method, params }),
    contentType: 'application/json',
    once: false,
  })
  const text = await readText(answer)
  const result = memberOf(
    parseUpstream(() => parseJson(text)),
    'result',
  )
  if (result === undefined) throw new UpstreamUnavailable('invalid')
  return result
}
