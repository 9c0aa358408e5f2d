/**
 * Guard of calls that need a trusted daemon.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Wallet } from '../../engine/wallet.ts'

/** @throws {RpcError} UNKNOWN_ERROR unless the daemon is trusted. */
export function requireTrustedDaemon({ daemonAddress }: Wallet): void {
  if (!daemonAddress?.trusted)
    throw new RpcError('UNKNOWN_ERROR', 'This command requires a trusted daemon.')
}
