/**
 * Calls of `/json_rpc`.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/contract.ts'
import { rpc } from '#protocol/daemon/calls.ts'
import { codes } from '#protocol/errors.ts'
import { FieldError, object } from '#protocol/fields.ts'
import { stringifyJsonBytes } from '#protocol/json.ts'
import { readCall, type Call } from '#protocol/jsonrpc.ts'
import { amendmentOf } from './amend.ts'
import { check } from './check.ts'
import { forward } from './forward.ts'
import { refusal, rpcAway, rpcError, rpcResult } from './replies.ts'
import { capOf, withoutPow } from './restricted.ts'
import type { Incoming, Service } from './service.ts'
import { AwayError, type Ask } from './upstream/node.ts'

const byName = new Map<string, { name: string; contract: DaemonContract }>()
for (const [name, contract] of Object.entries<DaemonContract>(rpc))
  for (const known of [name, ...(contract.aliases ?? [])]) byName.set(known, { name, contract })

/** Answers a call; never rejects because the node is away. */
export async function rpcCall(service: Service, incoming: Incoming): Promise<Response> {
  const call = readCall(incoming.body, { keepsEmpty: true })
  if ('code' in call) return rpcError(call.code, call.message)
  const { id, params } = call
  const known = byName.get(call.method)
  if (!known || (service.restricted && known.contract.restricted))
    return rpcError(codes.METHOD_NOT_FOUND, 'Method not found', id)
  const { name, contract } = known
  if (incoming.body.length > contract.limit) return refusal(413, 'Request is too large')

  const misfit = problemOf(contract, params)
  if (misfit) return rpcError(codes.INVALID_PARAMS, 'Invalid params', id, misfit.message)
  const cap = service.restricted ? capOf('rpc', name, params) : undefined
  if (cap && 'code' in cap) return rpcError(cap.code, cap.message, id)
  if (cap && 'status' in cap) return rpcResult({ ...unpaid, status: cap.status }, id)

  try {
    return await send(service, call, name, contract, incoming.signal)
  } catch (error) {
    if (error instanceof AwayError) return rpcAway(error, id)
    throw error
  }
}

const unpaid = { credits: 0, top_hash: '', untrusted: false }

function problemOf({ params, bareParams }: DaemonContract, given: unknown) {
  try {
    check(object(params), bareParams ? { value: given } : given)
    return undefined
  } catch (error) {
    if (error instanceof FieldError) return error
    throw error
  }
}

async function send(
  service: Service,
  { id, method, params }: Call,
  name: string,
  contract: DaemonContract,
  signal: AbortSignal,
): Promise<Response> {
  const given = service.restricted ? withoutPow(contract, params) : params
  // Written anew, so that the node reads exactly what was checked here.
  const body = stringifyJsonBytes({ jsonrpc: '2.0', id, method, params: given })
  const ask: Ask = {
    path: '/json_rpc',
    body,
    contentType: 'application/json',
    once: contract.once === true,
    signal,
  }
  const amend = amendmentOf(name, service.restricted)
  return forward(service.node, ask, amend && ((text) => amend(text, params)))
}
