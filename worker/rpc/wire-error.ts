/**
 * Converts errors to values: `postMessage` and JSON would drop the code of an exception.
 *
 * @module
 */
import { codes, RpcError } from '#protocol/errors.ts'
import { FieldError } from '#protocol/fields.ts'

export type WireError = { code: number; message: string; data?: string }

/** @param log - Receives class and place of a bug, without its message and without params. */
export function wireError(error: unknown, log: (place: string) => void): WireError {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return data === undefined ? { code, message } : { code, message, data }
  }
  // Clients compare the reference's message; the field and its problem go into `data`.
  if (error instanceof FieldError)
    return { code: codes.INVALID_PARAMS, message: 'Invalid params', data: error.message }
  // A bug. Its stack contains no params, but its message can. So the message is not in the answer.
  log(errorLocation(error))
  return { code: codes.INTERNAL_ERROR, message: 'Internal error' }
}

/** Class and place of an error for a log, without its message. */
export function errorLocation(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at |@/.test(line))
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ')
}
