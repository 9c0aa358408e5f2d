/**
 * Errors of opening a wallet, in the reference's words.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp wallet2::load, src/wallet/wallet_errors.h
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import type { WalletFileError } from '../base/ports.ts'
import {
  RecordsChanged,
  storageReason,
  WalletDamaged,
  UnsupportedWallet,
  WrongPassword,
} from '../store/errors.ts'

export const openErrors: Record<WalletFileError, (name: string) => string> = {
  missing: (name) => `file not found "${name}.keys"`,
  'in use': (name) => `internal error: "${name}.keys" is opened by another wallet program`,
  damaged: (name) => `file read error "${name}.keys"`,
}

/** Every reason has the same code in monero; `data` distinguishes them for the page. */
export const openError = (why: string, data?: string): RpcError =>
  new RpcError('UNKNOWN_ERROR', `Failed to open wallet : ${why}`, data)

/** Storage that fails says what to do. */
const openFailure = (failure: StorageFailure): RpcError =>
  openError(failure.message, errorDetails.storageFailed)

/** The error for a file that cannot be read. @param name - Of the wallet. */
export const unreadable = (name: string, error: unknown) =>
  error instanceof StorageFailure
    ? openFailure(error)
    : openError(`${openErrors.damaged(name)}: ${storageReason(error)}`, 'damaged')

export const wrongPassword = (): RpcError =>
  openError('Invalid password.', errorDetails.wrongPassword)

const repairAdvice =
  'Restore the wallet from its seed, or call open_wallet with repair to accept what is left'

/** The error for a caller; bugs are returned unchanged. @param place - Names the file. */
export function toOpenError(error: unknown, place = ''): unknown {
  if (error instanceof WrongPassword) return wrongPassword()
  if (error instanceof RecordsChanged)
    return openError(`${place}${error.message}. ${repairAdvice}`, errorDetails.recordsChanged)
  if (error instanceof WalletDamaged && error.cause instanceof StorageFailure)
    return openFailure(error.cause)
  if (error instanceof WalletDamaged) return openError(place + error.message, 'damaged')
  if (error instanceof UnsupportedWallet) return openError(place + error.message)
  return error
}
