/**
 * Sets and exports as calls take them.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'

/** @throws {RpcError} BAD_HEX */
export function requireHex(given: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(given)) throw new RpcError('BAD_HEX', 'Failed to parse hex.')
  return hexToBytes(given)
}
