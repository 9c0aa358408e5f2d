/**
 * Errors of opening and storing a wallet.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

/** The password does not open the wallet. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

/** The stored data is damaged. The message only names the damaged part. */
export class WalletDamaged extends Error {
  override name = 'WalletDamaged'
}

/** The stored wallet is of a kind that this program does not support. */
export class UnsupportedWallet extends Error {
  override name = 'UnsupportedWallet'
}

/**
 * The error for callers when storage fails: a full disk, a quota, a folder without permission.
 *
 * It contains only the platform's error code, because the platform's message could contain a path.
 */
export const storageError = (error: unknown): RpcError =>
  new RpcError('UNKNOWN_ERROR', `The wallet could not be stored: ${storageErrorCode(error)}`)

/** `ENOSPC`, `SQLITE_FULL`, `QuotaExceededError`. */
export function storageErrorCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
