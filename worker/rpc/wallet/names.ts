/**
 * Monero's checks of a wallet name, before any file is read or written.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Service } from '../../engine/service.ts'

/** @throws {RpcError} NO_WALLET_DIR when the service was started for one wallet file. */
export function requireWalletDir(service: Service): void {
  if (!service.walletDir) throw new RpcError('NO_WALLET_DIR', 'No wallet dir configured')
}

/** @throws {RpcError} UNKNOWN_ERROR when the name is a path, or not a valid file name. */
export function requireFileName(name: string): void {
  // A NUL would end the name for the operating system.
  if (name.includes('/') || name.includes('\0'))
    throw new RpcError('UNKNOWN_ERROR', 'Invalid filename')
}

/** @throws {RpcError} UNKNOWN_ERROR when a wallet has this name. The empty name is always free. */
export async function requireFreeName(service: Service, name: string): Promise<void> {
  if (name !== '' && (await service.ports.files.exists(service.walletName(name))))
    throw new RpcError('UNKNOWN_ERROR', 'Wallet already exists.')
}
