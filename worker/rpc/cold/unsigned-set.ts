/**
 * Unsigned transaction sets in params.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { UnsignedSet } from '#protocol/interchange/sets.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { requireHex } from './hex.ts'

/** @throws {RpcError} WATCH_ONLY */
export function requireSpendKey({ viewOnly }: Wallet): void {
  if (viewOnly) throw new RpcError('WATCH_ONLY', 'command not supported by watch-only wallet')
}

/** @throws {RpcError} BAD_HEX, BAD_UNSIGNED_TX_DATA */
export async function requireUnsignedSet(
  { ports, secrets }: Wallet,
  given: string,
): Promise<UnsignedSet> {
  const { openUnsignedSet } = await loadCold()
  const set = await openUnsignedSet(ports, secrets, requireHex(given))
  if (!set) throw new RpcError('BAD_UNSIGNED_TX_DATA', 'cannot load unsigned_txset')
  return set
}
