/**
 * Answers calls by asking a monerod: a checked request goes out, its answer is forwarded.
 *
 * @module
 */
import { hashes } from '#protocol/daemon/packed.ts'
import { u64 } from '#protocol/fields.ts'
import { wallet2JsonBytes } from '#protocol/json/wallet2-json.ts'
import type { CheckedCall, DaemonBackend } from '../daemon-backend.ts'
import {
  binaryFailure,
  jsonReply,
  pathUnavailable,
  reply,
  rpcError,
  rpcUnavailable,
} from '../replies.ts'
import { rangeRefusal, restrictParams } from '../restricted.ts'
import { amendmentOf } from './amend.ts'
import { upstreamChain, type UpstreamChain } from './chain.ts'
import { pruningStream, wholeBlocksRequest } from './filled-blocks.ts'
import { forward } from './forward.ts'
import { UpstreamUnavailable, type UpstreamNode, type UpstreamRequest } from './node.ts'

export type UpstreamOptions = {
  /** Ask for whole blocks, and answer with pruned ones that have the hashes of the pruned data. */
  fillHashes?: boolean
}

/** Answers all calls by asking `node`. */
export function upstreamBackend(
  node: UpstreamNode,
  { fillHashes = false }: UpstreamOptions = {},
): DaemonBackend {
  const chain = upstreamChain(node)
  return {
    rpc: (call, id) =>
      forwardRpc(node, call, id).catch(orUnavailable((reason) => rpcUnavailable(reason, id))),
    json: (call) => forwardJson(node, call).catch(orUnavailable(pathUnavailable)),
    bin: (call, body) =>
      (fillHashes
        ? forwardFilled(node, chain, call, body)
        : forwardBinary(node, chain, call, body)
      ).catch(orUnavailable(pathUnavailable)),
  }
}

const orUnavailable = (reply: (reason: UpstreamUnavailable) => Response) => (error: unknown) => {
  if (error instanceof UpstreamUnavailable) return reply(error)
  throw error
}

async function forwardRpc(node: UpstreamNode, call: CheckedCall, id: unknown): Promise<Response> {
  const { contract, asked, given, params, restricted } = call
  // A node first checks that both heights exist. The proxy does not know its heights.
  const refusal = restricted ? rangeRefusal(contract, params) : undefined
  if (refusal) return rpcError(refusal.code, refusal.message, id)
  // The JSON is written again, so that the node reads exactly what was checked.
  const body = wallet2JsonBytes({
    jsonrpc: '2.0',
    id,
    method: contract.sentAs ?? asked,
    params: restricted ? restrictParams(contract, given) : given,
  })
  return forward(node, requestOf(call, '/json_rpc', body, 'application/json'), amendmentOf(call))
}

async function forwardJson(node: UpstreamNode, call: CheckedCall): Promise<Response> {
  if (call.contract.obsolete) return jsonReply({ status: 'OK', untrusted: false })
  const body = wallet2JsonBytes(call.given)
  return forward(node, requestOf(call, sentPath(call), body, 'application/json'), amendmentOf(call))
}

async function forwardBinary(
  node: UpstreamNode,
  chain: UpstreamChain,
  call: CheckedCall,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  if (!(await hasStartBlock(chain, call))) return binaryFailure('Failed')
  return forward(node, requestOf(call, sentPath(call), body, 'application/octet-stream'))
}

/** Answers requests for pruned blocks from whole ones. */
async function forwardFilled(
  node: UpstreamNode,
  chain: UpstreamChain,
  call: CheckedCall,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const whole = wholeBlocksRequest(call)
  const answer = await forwardBinary(node, chain, call, whole ?? body)
  if (!whole || answer.status !== 200 || !answer.body) return answer
  const pruned = answer.body.pipeThrough(pruningStream())
  return reply(200, 'application/octet-stream', pruned)
}

/**
 * Whether the node has the first requested block. A request for an unknown block would get the
 * address of the proxy banned.
 */
async function hasStartBlock(
  chain: UpstreamChain,
  { contract: { startBlock }, params }: CheckedCall,
): Promise<boolean> {
  if (!startBlock) return true
  const { history, height, poolOnly } = startBlock
  if (poolOnly && params[poolOnly.param] === poolOnly.equals) return true
  const from = height === undefined ? 0n : u64.parse(params[height], height)
  if (from > 0n) return chain.reaches(from)
  const last = hashes.parse(params[history], history).at(-1)
  return last !== undefined && chain.isGenesis(last)
}

/** The path in wallet2's spelling, whichever alias the request names: a node sees one kind of client. */
const sentPath = ({ contract: { sentAs }, asked }: CheckedCall) =>
  sentAs === undefined ? asked : `/${sentAs}${asked.endsWith('.bin') ? '.bin' : ''}`

const requestOf = (
  { contract, client, signal }: CheckedCall,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): UpstreamRequest => ({
  path,
  body,
  contentType,
  once: contract.once === true,
  longAnswer: contract.longAnswer === true,
  client,
  signal: signal(),
})
