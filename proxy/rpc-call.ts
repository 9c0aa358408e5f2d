/**
 * Calls of `/json_rpc`.
 *
 * @module
 */
import type { DaemonContract } from '#protocol/contract.ts'
import { rpc } from '#protocol/daemon/calls.ts'
import { codes } from '#protocol/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { readCall } from '#protocol/jsonrpc.ts'
import { checkMembers } from './params.ts'
import { errorReply, rpcError, rpcResult } from './replies.ts'
import { capOf } from './restricted.ts'
import type { Incoming, HandlerOptions } from './daemon-backend.ts'

const byName = new Map<string, { name: string; contract: DaemonContract }>()
for (const [name, contract] of Object.entries<DaemonContract>(rpc))
  for (const known of [name, ...(contract.aliases ?? [])]) byName.set(known, { name, contract })

/** Answers a call. */
export async function rpcCall(
  { backend, restricted }: HandlerOptions,
  incoming: Incoming,
): Promise<Response> {
  const call = readCall(incoming.body, { keepsEmpty: true })
  if ('code' in call) return rpcError(call.code, call.message)
  const { id, params } = call
  const known = byName.get(call.method)
  if (!known || (restricted && known.contract.restricted))
    return rpcError(codes.METHOD_NOT_FOUND, 'Method not found', id)
  const { name, contract } = known
  if (incoming.body.length > contract.limit) return errorReply(413, 'Request is too large')

  const misfit = problemOf(contract, params)
  if (misfit) return rpcError(codes.INVALID_PARAMS, 'Invalid params', id, misfit.message)
  const cap = restricted ? capOf('rpc', name, params) : undefined
  if (cap && 'code' in cap) return rpcError(cap.code, cap.message, id)
  if (cap && 'status' in cap)
    return rpcResult({ credits: 0, status: cap.status, top_hash: '', untrusted: false }, id)

  const { signal } = incoming
  return backend.rpc({ name, contract, asked: call.method, params, restricted, signal }, id)
}

function problemOf({ params, bareParams }: DaemonContract, given: unknown) {
  try {
    checkMembers(params, bareParams ? { value: given } : given)
    return undefined
  } catch (error) {
    if (error instanceof FieldError) return error
    throw error
  }
}
