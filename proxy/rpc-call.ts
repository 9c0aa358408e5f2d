/**
 * Calls of `/json_rpc`.
 *
 * @module
 */
import { rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { small } from '#protocol/daemon/limits.ts'
import { codes } from '#protocol/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { readCall } from '#protocol/json/jsonrpc.ts'
import { methodIn } from '#protocol/json/method-scan.ts'
import { parseParams } from './params.ts'
import { errorReply, failedStatus, rpcError, rpcResult } from './replies.ts'
import { capRefusal } from './restricted.ts'
import type { HandlerOptions, Incoming } from './route-handler.ts'

const byName = new Map<string, { name: string; contract: DaemonContract }>()
for (const [name, contract] of Object.entries<DaemonContract>(rpc))
  for (const known of [name, ...(contract.aliases ?? [])]) byName.set(known, { name, contract })

/** The part of a request that is searched for its method before its turn. */
const beginning = 16 * 1024

/** Whether the answer may be long, or take long, as far as the beginning of the request says. */
export function hasLongAnswer(body: Uint8Array): boolean {
  const method = methodIn(body.subarray(0, beginning))
  return byName.get(method ?? '')?.contract.longAnswer === true
}

/** Answers a call. */
export async function rpcCall(
  { backend, restricted }: HandlerOptions,
  incoming: Incoming,
): Promise<Response> {
  // Before the body is parsed: small calls are refused with large bodies at no cost.
  if (isTooLarge(incoming.body, methodIn(incoming.body))) return tooLarge()
  const call = readCall(incoming.body, { keepsEmpty: true })
  if ('code' in call) return rpcError(call.code, call.message)
  const { id, params: given } = call
  const known = byName.get(call.method)
  if (!known || (restricted && known.contract.restricted))
    return rpcError(codes.METHOD_NOT_FOUND, 'Method not found', id)
  const { name, contract } = known
  if (isTooLarge(incoming.body, call.method)) return tooLarge()

  const params = readParams(contract, given)
  if (params instanceof FieldError)
    return rpcError(codes.INVALID_PARAMS, 'Invalid params', id, params.message)
  const refusal = restricted ? capRefusal(contract, params) : undefined
  if (refusal && 'code' in refusal) return rpcError(refusal.code, refusal.message, id)
  if (refusal && 'status' in refusal) return rpcResult(failedStatus(refusal.status), id)

  const { client, signal } = incoming
  const asked = call.method
  return backend.rpc({ name, contract, asked, given, params, restricted, client, signal }, id)
}

const tooLarge = () => errorReply(413, 'Request is too large')

/** Also of a method that is unknown, or whose name the scan does not find. */
function isTooLarge({ length }: Uint8Array, method: string | undefined): boolean {
  return length > (byName.get(method ?? '')?.contract.limit ?? small)
}

function readParams({ params, bareParams }: DaemonContract, given: unknown) {
  try {
    return parseParams(params, bareParams ? { value: given } : given)
  } catch (error) {
    if (error instanceof FieldError) return error
    throw error
  }
}
