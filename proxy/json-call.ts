/**
 * Calls at `/NAME`, which speak JSON.
 *
 * @module
 */
import { FieldError } from '#protocol/fields.ts'
import { JsonError } from '#protocol/json/json.ts'
import { parseRequest } from '#protocol/json/request-json.ts'
import type { CheckedCall } from './daemon-backend.ts'
import { parseParams } from './params.ts'
import { errorReply, failedStatus, jsonReply } from './replies.ts'
import { capRefusal } from './restricted.ts'
import type { Handler } from './route-handler.ts'

/** Answers a call. */
export const jsonCall: Handler = async ({ backend, restricted }, route, incoming) => {
  const { name, contract, path } = route
  const { body, client, signal } = incoming
  let read: Pick<CheckedCall, 'given' | 'params'>
  try {
    const given = parseRequest(body, { keepsEmpty: true })
    read = { given, params: parseParams(contract.params, given) }
  } catch (error) {
    if (error instanceof JsonError || error instanceof FieldError)
      return errorReply(400, error.message)
    throw error
  }
  const refusal = restricted ? capRefusal(contract, read.params) : undefined
  if (refusal && 'status' in refusal) return jsonReply(failedStatus(refusal.status))
  return backend.json({ name, contract, asked: path, ...read, restricted, client, signal })
}
