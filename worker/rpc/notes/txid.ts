/**
 * Transaction ids in params of the note methods.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import { isHex } from '#protocol/hex.ts'

/** The id in lower case. @throws {RpcError} WRONG_TXID unless it is 64 hex digits. */
export function parseTxid(text: string): string {
  if (!isHex(text, 32)) throw new RpcError('WRONG_TXID', 'TX ID has invalid format')
  return text.toLowerCase()
}
