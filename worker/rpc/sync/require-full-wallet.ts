/**
 * Guard of background sync: it needs a spend key, and no multisig.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Wallet } from '../../engine/wallet.ts'

/** @throws {RpcError} WATCH_ONLY; UNKNOWN_ERROR. @see monero PRE_VALIDATE_BACKGROUND_SYNC */
export function requireFullWallet({ viewOnly, secrets }: Pick<Wallet, 'viewOnly' | 'secrets'>) {
  if (secrets.multisig)
    throw new RpcError('UNKNOWN_ERROR', 'Multisig wallet cannot enable background sync')
  if (viewOnly) throw new RpcError('WATCH_ONLY', 'Watch-only wallet cannot enable background sync')
}
