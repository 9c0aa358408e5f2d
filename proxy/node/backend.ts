/**
 * Answers calls from tables of functions. A function has the name of its contract.
 *
 * @module
 */
import type { Backend, BinaryBackend } from '#protocol/contract.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import type { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import type { AnyField, Fields, Input } from '#protocol/fields.ts'
import { restrictParams, restrictResult } from '../restricted.ts'
import { ProofOfWorkError } from '../pow/types.ts'
import { binaryReply, writtenJsonReply, errorReply, rpcError } from '../replies.ts'
import type { CheckedCall, DaemonBackend } from '../daemon-backend.ts'
import { NodeRpcError, StatusError } from './calls/errors.ts'
import type { Tracker } from './state/tracker.ts'
import { wireJson } from './wire-json.ts'

/** Every call of the daemon. */
export type NodeCalls = {
  rpc: Backend<typeof rpc>
  json: Backend<typeof json>
  bin: BinaryBackend<typeof bin>
}

/**
 * Answers all calls from functions.
 *
 * @param calls - For the owner of the node, and for the clients of a restricted node.
 * @param tracker - Records how long each call took.
 * @param before - Runs before each call.
 */
export function nodeBackend(
  calls: { own: NodeCalls; restricted: NodeCalls },
  tracker: Tracker,
  before: () => void,
): DaemonBackend {
  const outcomeOf = async (table: keyof NodeCalls, call: CheckedCall) => {
    before()
    const begun = performance.now()
    const outcome = await outcomeIn(calls[call.restricted ? 'restricted' : 'own'][table], call)
    tracker.add(table === 'bin' ? `${call.name}.bin` : call.name, performance.now() - begun)
    return outcome
  }
  return {
    async rpc(call, id) {
      const outcome = await outcomeOf('rpc', call)
      if ('error' in outcome) return rpcError(outcome.error.code, outcome.error.message, id)
      const { result } = outcome
      const wire = call.contract.bareResult ? (result as { value: unknown }).value : result
      return writtenJsonReply(wireJson(wire, id ?? 0))
    },
    async json(call) {
      // One path ends in `.bin` and speaks JSON.
      const outcome = await outcomeOf(call.contract.codec === 'json' ? 'bin' : 'json', call)
      if ('error' in outcome) return errorReply(500, outcome.error.message)
      return writtenJsonReply(wireJson(outcome.result))
    },
    async bin(call) {
      const outcome = await outcomeOf('bin', call)
      if ('error' in outcome) return errorReply(500, outcome.error.message)
      const fields: Fields = call.contract.result
      return binaryReply(epeeFrom(fields, outcome.result as Input<Fields>))
    },
  }
}

type Outcome = { result: object } | { error: NodeRpcError }
type NodeCall = (params: unknown) => object | Promise<object>

async function outcomeIn(table: object, call: CheckedCall): Promise<Outcome> {
  const { name, contract, params, restricted } = call
  const run = (table as Record<string, NodeCall>)[name]!
  try {
    const result = await run(restricted ? restrictParams(contract, params) : params)
    return { result: restricted ? restrictResult(contract, result) : result }
  } catch (error) {
    if (error instanceof NodeRpcError) return { error }
    if (error instanceof ProofOfWorkError)
      return { error: new NodeRpcError('INTERNAL_ERROR', error.message) }
    if (error instanceof StatusError) return { result: failed(contract, error) }
    throw error
  }
}

/** The result of a failed call: blank fields, fields that were already set, and the status. */
const failed = ({ result }: DaemonContract, { message, fields }: StatusError): object => ({
  ...blank(result),
  ...fields,
  status: message,
})

function blank(fields: Fields): object {
  const members = Object.entries(fields).map(([name, field]) => [name, blankOf(field)])
  return Object.fromEntries(members) as object
}

function blankOf({ kind, inside }: AnyField): unknown {
  if (inside.fields) return blank(inside.fields)
  if (kind === 'text') return ''
  if (kind === 'bool') return false
  return /^[ui]\d/.test(kind) ? 0 : undefined
}
