/**
 * What the proxy reads from the node's chain, to refuse requests that a node would count as attacks.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { parseJson } from '#protocol/json/json.ts'
import { wallet2JsonBytes } from '#protocol/json/wallet2-json.ts'
import { memberOf } from '../member-of.ts'
import { readText, parseUpstream } from './forward.ts'
import { UpstreamUnavailable, type UpstreamNode } from './node.ts'

export type UpstreamChain = {
  /** Whether a block id is that of the genesis block. */
  isGenesis: (id: Uint8Array) => Promise<boolean>
  /** Whether there is a block at a height. */
  reaches: (height: bigint) => Promise<boolean>
}

/** Requests the genesis block once, and the height when a request contains a height above the known one. */
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

// Checked strictly: the id is kept for the life of the process, and a wrong one would refuse every request.
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

/** The result of a method. @throws UpstreamUnavailable */
async function ask(node: UpstreamNode, method: string, params?: unknown): Promise<unknown> {
  const answer = await node.ask({
    path: '/json_rpc',
    body: wallet2JsonBytes({ jsonrpc: '2.0', id: '0', method, params }),
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
