/**
 * Calls at a path of their own that speak JSON.
 *
 * @module
 */
import { FieldError } from '#protocol/fields.ts'
import { JsonError } from '#protocol/json.ts'
import { parseRequest } from '#protocol/request-json.ts'
import { checkMembers } from './params.ts'
import { jsonReply, errorReply } from './replies.ts'
import { capOf } from './restricted.ts'
import type { Handler } from './daemon-backend.ts'

/** Answers a call. */
export const jsonCall: Handler = async ({ backend, restricted }, route, incoming) => {
  const { name, contract, path } = route
  let params: object
  try {
    params = parseRequest(incoming.body, { keepsEmpty: true })
    checkMembers(contract.params, params)
  } catch (error) {
    if (error instanceof JsonError || error instanceof FieldError)
      return errorReply(400, error.message)
    throw error
  }
  const cap = restricted ? capOf('json', name, params) : undefined
  if (cap && 'status' in cap)
    return jsonReply({ credits: 0, status: cap.status, top_hash: '', untrusted: false })
  return backend.json({ name, contract, asked: path, params, restricted, signal: incoming.signal })
}
