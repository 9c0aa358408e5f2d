/**
 * Key images in params.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { isHex } from '#protocol/hex.ts'

export const keyImageParam = text
  .default('')
  .describe('Key image of an output of this wallet, 64 hex digits.')

/** In lower case. @throws {RpcError} WRONG_KEY_IMAGE unless it is 64 hex digits. */
export function parseKeyImage(given: string): string {
  if (!isHex(given, 32)) throw new RpcError('WRONG_KEY_IMAGE', 'failed to parse key image')
  return given.toLowerCase()
}

/** @param purpose - For the error message. @throws {RpcError} UNKNOWN_ERROR, WRONG_KEY_IMAGE */
export function requireKeyImage(given: string, purpose: string): string {
  if (given === '') throw new RpcError('UNKNOWN_ERROR', `Must specify key image to ${purpose}`)
  return parseKeyImage(given)
}
