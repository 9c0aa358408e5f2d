/**
 * Answers calls by asking a monerod: what was checked goes out, what comes back passes.
 *
 * @module
 */
import type { json } from '#protocol/daemon/calls.ts'
import { stringifyJsonBytes } from '#protocol/json.ts'
import { member } from '../params.ts'
import { jsonReply, binaryFailure, pathUnavailable, rpcUnavailable, rpcError } from '../replies.ts'
import { isLongRange, RESTRICTED, tooManyHeaders, withoutPow } from '../restricted.ts'
import type { CheckedCall, DaemonBackend } from '../daemon-backend.ts'
import { amendmentOf } from './amend.ts'
import { upstreamChain, type UpstreamChain } from './chain.ts'
import { forward } from './forward.ts'
import { UpstreamUnavailable, type UpstreamRequest, type UpstreamNode } from './node.ts'

/** Answers all calls by asking `node`. */
export function upstreamBackend(node: UpstreamNode): DaemonBackend {
  const chain = upstreamChain(node)
  return {
    rpc: (call, id) =>
      askRpc(node, call, id).catch(orUnavailable((away) => rpcUnavailable(away, id))),
    json: (call) => askPath(node, call).catch(orUnavailable(pathUnavailable)),
    bin: (call, body) => askBinary(node, chain, call, body).catch(orUnavailable(pathUnavailable)),
  }
}

const orUnavailable = (reply: (away: UpstreamUnavailable) => Response) => (error: unknown) => {
  if (error instanceof UpstreamUnavailable) return reply(error)
  throw error
}

async function askRpc(node: UpstreamNode, call: CheckedCall, id: unknown): Promise<Response> {
  const { name, contract, asked, restricted } = call
  // A node looks first whether there are such heights, which is not known here.
  if (restricted && name === 'get_block_headers_range' && isLongRange(call.params))
    return rpcError(RESTRICTED, tooManyHeaders, id)
  const params = restricted ? withoutPow(contract, call.params) : call.params
  // Written anew, so that the node reads exactly what was checked.
  const body = stringifyJsonBytes({ jsonrpc: '2.0', id, method: asked, params })
  return forward(node, askOf(call, '/json_rpc', body, 'application/json'), amendOf(call))
}

async function askPath(node: UpstreamNode, call: CheckedCall): Promise<Response> {
  if (gone.has(call.name)) return jsonReply({ status: 'OK', untrusted: false })
  // Written anew, so that the node reads exactly what was checked.
  const body = stringifyJsonBytes(call.params)
  return forward(node, askOf(call, call.asked, body, 'application/json'), amendOf(call))
}

/** Calls that monerod no longer has, and that old clients still make. They did nothing before. */
const gone = new Set<string>([
  'start_save_graph',
  'stop_save_graph',
] satisfies (keyof typeof json)[])

async function askBinary(
  node: UpstreamNode,
  chain: UpstreamChain,
  call: CheckedCall,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  if (!(await isAcceptableRequest(chain, call))) return binaryFailure('Failed')
  return forward(node, askOf(call, call.asked, body, 'application/octet-stream'))
}

/**
 * Whether blocks are asked for from where the node has some: a height below its own, or a history
 * that ends in its first block. Nodes count other requests as attacks and ban the address, which
 * here would be the proxy's.
 *
 * @see monero src/rpc/core_rpc_server.cpp add_host_fail
 */
async function isAcceptableRequest(
  chain: UpstreamChain,
  { name, params }: CheckedCall,
): Promise<boolean> {
  if (name !== 'get_blocks' && name !== 'get_hashes') return true
  if (member(params, 'requested_info') === poolOnly) return true
  const height = name === 'get_blocks' ? (member(params, 'start_height') as bigint) : 0n
  if (height > 0n) return chain.reaches(height)
  const last = (member(params, 'block_ids') as Uint8Array[]).at(-1)
  return last !== undefined && chain.isGenesis(last)
}

const poolOnly = 2 // monero COMMAND_RPC_GET_BLOCKS_FAST POOL_ONLY

const askOf = (
  { contract, signal }: CheckedCall,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): UpstreamRequest => ({ path, body, contentType, once: contract.once === true, signal: signal() })

function amendOf({ name, params, restricted }: CheckedCall) {
  const amend = amendmentOf(name, restricted)
  return amend && ((text: string) => amend(text, params))
}
