/**
 * Transaction ids as notes take them.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

/** The id in lower case. @throws {RpcError} WRONG_TXID unless it is 64 hex digits. */
export function parseTxid(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new RpcError('WRONG_TXID', 'TX ID has invalid format')
  return text.toLowerCase()
}
