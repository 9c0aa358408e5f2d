/**
 * Calls at `/NAME.bin`, which speak epee's portable storage.
 *
 * @module
 */
import { EpeeError, epeeTo } from '#protocol/epee/epee.ts'
import { FieldError } from '#protocol/fields.ts'
import type { CheckedCall } from './daemon-backend.ts'
import { binaryFailure, errorReply } from './replies.ts'
import { capRefusal } from './restricted.ts'
import type { Handler } from './route-handler.ts'

/** Answers a call. */
export const binaryCall: Handler = async ({ backend, restricted }, route, incoming) => {
  const { name, contract, path } = route
  const { body, client, signal } = incoming
  let params: CheckedCall['params']
  try {
    params = epeeTo(contract.params, body)
  } catch (error) {
    if (error instanceof EpeeError || error instanceof FieldError)
      return errorReply(400, error.message)
    throw error
  }
  const refusal = restricted ? capRefusal(contract, params) : undefined
  if (refusal && 'http' in refusal) return errorReply(refusal.http, 'Refused on a public node')
  if (refusal && 'status' in refusal) return binaryFailure(refusal.status)
  const call = { name, contract, asked: path, given: undefined, params, restricted, client, signal }
  return backend.bin(call, body)
}
