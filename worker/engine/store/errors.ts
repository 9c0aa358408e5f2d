/**
 * Why a wallet does not open, and why it cannot be stored.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'

/** The password does not open the wallet. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

/** What is stored is not what was written. The message says no more than which part. */
export class WalletDamaged extends Error {
  override name = 'WalletDamaged'
}

/** What is stored is a wallet of a kind that this program does not open. */
export class UnsupportedWallet extends Error {
  override name = 'UnsupportedWallet'
}

/**
 * What to tell who asked when storage fails: a full disk, a quota, a folder without permission.
 *
 * The platform's word for it is all that is said; its message could hold a path.
 */
export const storageError = (error: unknown): RpcError =>
  new RpcError('UNKNOWN_ERROR', `The wallet could not be stored: ${storageErrorCode(error)}`)

/** `ENOSPC`, `SQLITE_FULL`, `QuotaExceededError`. */
export function storageErrorCode(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
