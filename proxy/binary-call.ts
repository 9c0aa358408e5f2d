/**
 * Calls that speak epee's portable storage.
 *
 * @module
 */
import { EpeeError, epeeTo } from '#protocol/epee.ts'
import { FieldError } from '#protocol/fields.ts'
import { binaryFailure, errorReply } from './replies.ts'
import { capOf } from './restricted.ts'
import type { Handler } from './daemon-backend.ts'

/** Answers a call. */
export const binaryCall: Handler = async ({ backend, restricted }, route, { body, signal }) => {
  const { name, contract, path } = route
  let params: unknown
  try {
    params = epeeTo(contract.params, body)
  } catch (error) {
    if (error instanceof EpeeError || error instanceof FieldError)
      return errorReply(400, error.message)
    throw error
  }
  const cap = restricted ? capOf('bin', name, params) : undefined
  if (cap && 'http' in cap) return errorReply(cap.http, 'Refused on a public node')
  if (cap && 'status' in cap) return binaryFailure(cap.status)
  return backend.bin({ name, contract, asked: path, params, restricted, signal }, body)
}
