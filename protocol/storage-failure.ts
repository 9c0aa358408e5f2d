/**
 * Failures of storage that no program can repair: a full disk, a disk that reports errors, missing permissions.
 *
 * @module
 */

/** Storage failed. The message is for users and operators: what happened, and what to do. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
}

/** By codes of Node and SQLite, and names of IndexedDB's exceptions. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT|QuotaExceededError)/,
    'is full. Nothing was changed. Free some space, then try again',
  ],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM)|EROFS|EACCES|EPERM)/,
    'cannot be written. Nothing was changed. Check the permissions of the files and their folder',
  ],
  // EFBIG: the limit of the process for the size of files.
  [
    /^(SQLITE_IOERR|EIO|EFBIG|UnknownError)/,
    'reports an error. Nothing was changed. Check the disk, then try again',
  ],
]

/**
 * The failure behind an error of a file system, of SQLite or of IndexedDB.
 *
 * @param place - What failed, as the subject of a sentence: `the disk of "w"`.
 * @returns Undefined for an error of another kind.
 */
export function storageFailure(error: unknown, place: string): StorageFailure | undefined {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  // The `code` of a DOMException is a number.
  const known = String(typeof code === 'string' ? code : name)
  const reason = reasons.find(([codes]) => codes.test(known))
  return reason && new StorageFailure(`${place} ${reason[1]} (${known}).`, { cause: error })
}
