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
import { amendmentOf } from './amend.ts'
import { check } from './check.ts'
import { readEnvelope, type Envelope } from './envelope.ts'
import { forward } from './forward.ts'
import { answer, refusal, rpcAway, rpcError } from './replies.ts'
import { capOf, withoutPow } from './restricted.ts'
import type { Incoming, Service } from './service.ts'
import { AwayError, type Ask } from './upstream/node.ts'

const byName = new Map<string, { name: string; contract: DaemonContract }>()
for (const [name, contract] of Object.entries<DaemonContract>(rpc))
  for (const known of [name, ...(contract.aliases ?? [])]) byName.set(known, { name, contract })

/** Answers a call; never rejects because the node is away. */
export async function rpcCall(service: Service, incoming: Incoming): Promise<Response> {
  const envelope = readEnvelope(incoming.body)
  if ('code' in envelope) return rpcError(envelope.code, envelope.message)
  const { id } = envelope
  const known = byName.get(envelope.method)
  if (!known || (service.restricted && known.contract.restricted))
    return rpcError(codes.METHOD_NOT_FOUND, 'Method not found', id ?? '')
  const { name, contract } = known
  if (incoming.body.length > contract.limit) return refusal(413, 'Request is too large')

  const misfit = problemOf(contract, envelope.params)
  if (misfit) return rpcError(codes.INVALID_PARAMS, 'Invalid params', id, misfit.message)
  const cap = service.restricted ? capOf('rpc', name, envelope.params) : undefined
  if (cap && 'code' in cap) return rpcError(cap.code, cap.message, id)
  if (cap && 'status' in cap) return rpcResult({ ...unpaid, status: cap.status }, id)

  try {
    return await send(service, envelope, name, contract, incoming.signal)
  } catch (error) {
    if (error instanceof AwayError) return rpcAway(error, id)
    throw error
  }
}

const unpaid = { credits: 0, top_hash: '', untrusted: false }

const rpcResult = (result: object, id: unknown = 0) => answer({ id, jsonrpc: '2.0', result })

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
  { id, method, params }: Envelope,
  name: string,
  contract: DaemonContract,
  signal: AbortSignal,
): Promise<Response> {
  const given = service.restricted ? withoutPow(contract, params) : params
  // Written anew, so that the node reads exactly what was checked here.
  const body = stringifyJsonBytes({ jsonrpc: '2.0', id, method, params: given })
  const ask: Ask = {
    path: '/json_rpc',
    body: body as Uint8Array<ArrayBuffer>,
    contentType: 'application/json',
    once: contract.once === true,
    signal,
  }
  const amend = amendmentOf(name, service.restricted)
  return forward(service.node, ask, amend && ((text) => amend(text, params)))
}
