/**
 * Refuses calls while the wallet syncs in the background, and for a background wallet.
 *
 * @module
 * @see monero src/wallet/wallet_rpc_server.cpp CHECK_IF_BACKGROUND_SYNCING
 */
import { RpcError } from '#protocol/errors.ts'
import type { Wallet } from './wallet.ts'

/** @throws {RpcError} IS_BACKGROUND_WALLET, IS_BACKGROUND_SYNCING */
export function requireForeground({ background }: Pick<Wallet, 'background'>): void {
  if (background === 'wallet')
    throw new RpcError('IS_BACKGROUND_WALLET', 'This command is disabled for background wallets.')
  if (background === 'syncing')
    throw new RpcError(
      'IS_BACKGROUND_SYNCING',
      'This command is disabled while background syncing. Stop background syncing to use this command.',
    )
}
