/**
 * A release of the page: `release.json` lists its files with their digests, `release.sig` signs that list.
 *
 * One list has one text, so that equal builds have equal files. The signature is Ed25519 (RFC 8032) of the text.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A file of the page. */
export type ReleaseFile = {
  /** Below the page's address, such as `assets/index-3f9c.js`. */
  path: string
  bytes: number
  /** 64 hex digits. */
  sha256: string
}

export type Release = {
  /** `major.minor.patch`. */
  version: string
  /** Git commit, 40 hex digits. Undefined for a build outside a release. */
  commit?: string
  /** Time of the commit, `YYYY-MM-DDThh:mm:ssZ`. Undefined for a build outside a release. */
  date?: string
  /** {@link pageDigest} of the files. */
  digest: string
  /** Sorted by path. Without `release.json` and `release.sig`. */
  files: readonly ReleaseFile[]
}

/** Name of the list beside the page's files. */
export const manifestName = 'release.json'
/** Name of its signature: 64 bytes. */
export const signatureName = 'release.sig'

/** Largest list that is read, in bytes. */
export const maxManifestBytes = 1 << 20
/** Largest file that a list may contain, in bytes. */
const maxFileBytes = 1 << 26

/** A list of files is not one of a release. The message names the field. */
export class ReleaseError extends Error {
  override name = 'ReleaseError'
}

/** SHA-256 of a file as 64 hex digits. */
export const fileDigest = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** Digest of a page: SHA-256 of what `sha256sum` prints for its files, sorted by path. */
export const pageDigest = (files: readonly ReleaseFile[]): string =>
  fileDigest(utf8ToBytes(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')))

/** The list of the files of a page. @param about - Version and, in a release, commit and time. */
export function releaseOf(
  { version, commit, date }: Pick<Release, 'version' | 'commit' | 'date'>,
  contents: ReadonlyMap<string, Uint8Array>,
): Release {
  const files = [...contents]
    .map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: fileDigest(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    version,
    ...(commit !== undefined && { commit }),
    ...(date !== undefined && { date }),
    digest: pageDigest(files),
    files,
  }
}

/** The text of `release.json`. */
export function manifestText({ version, commit, date, digest, files }: Release): string {
  const lines = files.map(({ path, bytes, sha256 }) => JSON.stringify({ path, bytes, sha256 }))
  const head = JSON.stringify({ version, commit, date, digest }).slice(0, -1)
  return `${head},"files":[\n${lines.join(',\n')}\n]}\n`
}

/**
 * Reads `release.json`.
 *
 * @throws {ReleaseError} Unless it is exactly the text of a valid list.
 */
export function readManifest(text: string): Release {
  const release = parse(text)
  const { version, commit, date, digest, files } = release
  expect('version', version, isVersion)
  expect('commit', commit, (value) => value === undefined || isHexOf(40, value))
  expect('date', date, (value) => value === undefined || isDate(value))
  expect('digest', digest, (value) => isHexOf(64, value))
  expect('files', files, (value) => Array.isArray(value) && value.length > 0)
  files.forEach((file, i) => {
    expect(`files[${i}].path`, file?.path, (path) => isPath(path))
    expect(`files[${i}].bytes`, file.bytes, isSize)
    expect(`files[${i}].sha256`, file.sha256, (value) => isHexOf(64, value))
  })
  const isSorted = files.every(({ path }, i) => i === 0 || files[i - 1]!.path < path)
  if (!isSorted) throw new ReleaseError(`${manifestName}: expected files sorted by path`)
  if (pageDigest(files) !== digest)
    throw new ReleaseError(`${manifestName}: expected the digest of its files, got another`)
  if (manifestText(release) !== text)
    throw new ReleaseError(`${manifestName}: expected the text that a release writes`)
  return release
}

/**
 * Whether `next` may replace `present`: its version is higher, or the same with a commit that is not older.
 * An older release may have errors that are known by now.
 */
export function isNotOlder(
  next: Pick<Release, 'version' | 'date'>,
  present: Pick<Release, 'version' | 'date'>,
): boolean {
  const [a, b] = [versionOf(next), versionOf(present)]
  const at = a.findIndex((number, i) => number !== b[i])
  return at === -1 ? (next.date ?? '') >= (present.date ?? '') : a[at]! > b[at]!
}

const versionOf = ({ version }: Pick<Release, 'version'>) => version.split('.').map(Number)

function parse(text: string): Release {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Release
  } catch {
    // A page of a server that has no such file, for example.
  }
  throw new ReleaseError(`${manifestName}: expected a JSON object`)
}

function expect(field: string, value: unknown, isValid: (value: unknown) => boolean): void {
  if (!isValid(value)) throw new ReleaseError(`${manifestName}: ${field} is missing or invalid`)
}

const matches = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && value.length <= 200 && pattern.test(value)

const isVersion = matches(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)
const isDate = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
/** No segment begins with a dot, so no path leads out of the page. */
const isPath = matches(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/)
const isHexOf = (digits: number, value: unknown) =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value)
const isSize = (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= maxFileBytes
