/**
 * Hex of sets and exports.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { isHex } from '#protocol/hex.ts'

/** @throws {RpcError} BAD_HEX */
export function requireHex(given: string): Uint8Array {
  if (!isHex(given)) throw new RpcError('BAD_HEX', 'Failed to parse hex.')
  return hexToBytes(given)
}
