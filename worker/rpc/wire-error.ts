/**
 * Converts errors to values: `postMessage` and JSON would drop the code of an exception.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { errorDetails } from '#protocol/error-details.ts'
import { errorLocation } from '#protocol/error-location.ts'
import { codes, RpcError } from '#protocol/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import type { Ports } from '../engine/base/ports.ts'

export type WireError = { code: number; message: string; data?: string }

/**
 * A bug becomes an internal error. Its random id is in `data` and in the log.
 *
 * @param call - Name of the call, for the log.
 */
export function wireError(
  error: unknown,
  { log, random }: Pick<Ports, 'log' | 'random'>,
  call: string,
): WireError {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return data === undefined ? { code, message } : { code, message, data }
  }
  if (error instanceof StorageFailure) return { code: codes.UNKNOWN_ERROR, message: error.message }
  // Clients compare the reference's message; the field and its problem go into `data`.
  if (error instanceof FieldError)
    return { code: codes.INVALID_PARAMS, message: 'Invalid params', data: error.message }
  if (isNotLoaded(error)) return notLoaded
  // The stack contains no params, but the message can. So the message is neither logged nor returned.
  const id = bytesToHex(random(4))
  log('error', `${call}: error ${id}: ${errorLocation(error)}`)
  return { code: codes.INTERNAL_ERROR, message: 'Internal error', data: id }
}

/** What Chromium, Firefox and WebKit say about an `import()` whose file did not arrive. */
const importFailures = /dynamically imported module|Importing a module script failed/

const isNotLoaded = (error: unknown) =>
  error instanceof TypeError && importFailures.test(error.message)

const notLoaded: WireError = {
  code: codes.UNKNOWN_ERROR,
  message: 'A part of the wallet could not be loaded. Check your connection and try again.',
  data: errorDetails.codeNotLoaded,
}
