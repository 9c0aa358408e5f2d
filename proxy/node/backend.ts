/**
 * Answers calls from tables of functions: one a call, named as its contract.
 *
 * @module
 */
import type { Backend, DaemonContract } from '#protocol/contract.ts'
import type { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee.ts'
import type { AnyField, Fields, Input } from '#protocol/fields.ts'
import { readParams } from '../params.ts'
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
  bin: Backend<typeof bin>
}

/**
 * Answers all calls from functions.
 *
 * @param calls - What the node's owner may do, and what a public node gives.
 * @param tracker - Hears how long each took.
 * @param before - Runs before each.
 */
export function nodeBackend(
  calls: { own: NodeCalls; public: NodeCalls },
  tracker: Tracker,
  before: () => void,
): DaemonBackend {
  const outcomeOf = async (table: object, call: CheckedCall, given: unknown, suffix = '') => {
    before()
    const begun = performance.now()
    const outcome = await outcomeIn(table, call, given)
    tracker.add(call.name + suffix, performance.now() - begun)
    return outcome
  }
  const tableOf = (call: CheckedCall) => (call.restricted ? calls.public : calls.own)
  return {
    async rpc(call, id) {
      const { contract, params } = call
      const given = contract.bareParams ? { value: params } : params
      const outcome = await outcomeOf(tableOf(call).rpc, call, given)
      if ('error' in outcome) return rpcError(outcome.error.code, outcome.error.message, id)
      const { result } = outcome
      const wire = contract.bareResult ? (result as { value: unknown }).value : result
      return writtenJsonReply(wireJson(wire, id ?? 0))
    },
    async json(call) {
      // One path ends in `.bin` and speaks JSON.
      const outcome =
        call.contract.codec === 'json'
          ? await outcomeOf(tableOf(call).bin, call, call.params, '.bin')
          : await outcomeOf(tableOf(call).json, call, call.params)
      if ('error' in outcome) return errorReply(500, outcome.error.message)
      return writtenJsonReply(wireJson(outcome.result))
    },
    async bin(call) {
      const outcome = await outcomeOf(tableOf(call).bin, call, call.params, '.bin')
      if ('error' in outcome) return errorReply(500, outcome.error.message)
      const fields: Fields = call.contract.result
      return binaryReply(epeeFrom(fields, outcome.result as Input<Fields>))
    },
  }
}

type Outcome = { result: object } | { error: NodeRpcError }
type NodeCall = (params: unknown) => object | Promise<object>

async function outcomeIn(table: object, call: CheckedCall, given: unknown): Promise<Outcome> {
  const answer = (table as Record<string, NodeCall>)[call.name]!
  try {
    return { result: await answer(readParams(call.contract.params, given)) }
  } catch (error) {
    if (error instanceof NodeRpcError) return { error }
    if (error instanceof ProofOfWorkError)
      return { error: new NodeRpcError('INTERNAL_ERROR', error.message) }
    if (error instanceof StatusError) return { result: failed(call.contract, error) }
    throw error
  }
}

/** The result of a call that failed: fields that nothing was written to, and why. */
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
