/**
 * Errors of opening and storing a wallet.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import type { Difference } from './manifest.ts'

/** The password does not open the wallet. */
export class WrongPassword extends Error {
  override name = 'WrongPassword'
}

/** The stored data is damaged. The message only names the damaged part. */
export class WalletDamaged extends Error {
  override name = 'WalletDamaged'
}

/**
 * Records were removed, replaced by older versions or damaged; the keys of the wallet are readable. The message names
 * only tables.
 */
export class RecordsChanged extends WalletDamaged {
  override name = 'RecordsChanged'
  /** Tables that differ; undefined where this is unknown. */
  readonly tables: ReadonlySet<string> | undefined

  /**
   * @param differences - From the last commit; undefined if it is unknown.
   * @param unreadable - Number of records that do not decrypt.
   */
  constructor(differences: readonly Difference[] | undefined, unreadable: number) {
    const found = [
      ...(unreadable > 0 ? [`${unreadable} cannot be decrypted`] : []),
      ...(differences?.map(differenceText) ?? ['their list is missing']),
    ]
    super(`records of the wallet were changed outside this program: ${found.join(', ')}`)
    this.tables = differences && new Set(differences.map(({ table }) => table))
  }
}

function differenceText({ table, kind, count }: Difference): string {
  if (kind === 'replaced') return `an older version in ${table}`
  return kind === 'missing' ? `${count} missing in ${table}` : `${count} deleted before in ${table}`
}

/** The stored wallet is of a kind that this program does not support. */
export class UnsupportedWallet extends Error {
  override name = 'UnsupportedWallet'
}

/** The error for callers when storage fails: a full disk, a quota, a folder without permission. */
export const storageError = (error: unknown): RpcError =>
  new RpcError(
    'UNKNOWN_ERROR',
    `The wallet could not be stored: ${storageReason(error)}`,
    errorDetails.storageFailed,
  )

/**
 * The message of a {@link StorageFailure}; of other errors only the platform's code, because its message could
 * contain a path.
 */
export function storageReason(error: unknown): string {
  if (error instanceof StorageFailure) return error.message
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}
