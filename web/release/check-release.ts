/**
 * Compares a page with the signed list of its files.
 *
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'
import {
  fileDigest,
  isNotOlder,
  manifestName,
  maxManifestBytes,
  readManifest,
  ReleaseError,
  signatureName,
  type Release,
  type ReleaseFile,
} from '#protocol/release.ts'
import type { LoadFile } from './load-file.ts'

/** What the build of a release contains about itself. */
export type BuiltIn = {
  /** Ed25519 public key, 64 hex digits. */
  key: string
  version: string
  date: string
}

/** Why a new version is refused. */
export type Refusal =
  | { reason: 'missing' | 'unsigned' | 'unreachable' | 'takeover' }
  | { reason: 'older'; version: string }
  | { reason: 'changed'; path: string }

/** A new version is not a release that may replace this one. */
export class RefusedRelease extends Error {
  override name = 'RefusedRelease'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/**
 * Checks the version that a server offers.
 *
 * @returns Its list of files: signed, not older than this version, and every file agrees with it.
 * @throws {RefusedRelease}
 */
export async function checkRelease(load: LoadFile, present: BuiltIn): Promise<Release> {
  const listed = await load(manifestName, maxManifestBytes)
  if (!listed) throw new RefusedRelease({ reason: 'missing' })
  const isSigned = isSignedBy(present.key, listed, await load(signatureName, 64))
  const release = isSigned ? readListed(listed) : undefined
  if (!release) throw new RefusedRelease({ reason: 'unsigned' })
  if (!isNotOlder(release, present))
    throw new RefusedRelease({ reason: 'older', version: release.version })
  for (const file of release.files)
    if (!(await agrees(load, file)))
      throw new RefusedRelease({ reason: 'changed', path: file.path })
  return release
}

/** The files of this page as this browser has them. */
type OwnPage = {
  release: Release
  isSigned: boolean
  /** Paths of files that differ from the list. */
  changed: string[]
}

/**
 * Compares this page with its own list. Files that cannot be loaded are left out: they are not used, or a server
 * with a newer version no longer has them.
 *
 * @param key - Of the release; undefined in other builds.
 * @returns Undefined if there is no list, as on a development server.
 */
export async function checkOwnPage(load: LoadFile, key?: string): Promise<OwnPage | undefined> {
  const listed = await load(manifestName, maxManifestBytes)
  const release = listed && readListed(listed)
  if (!release) return undefined
  const changed: string[] = []
  for (const file of release.files.filter(isCached)) {
    const bytes = await load(file.path, file.bytes + 1)
    if (bytes && fileDigest(bytes) !== file.sha256) changed.push(file.path)
  }
  const isSigned = key !== undefined && isSignedBy(key, listed, await load(signatureName, 64))
  return { release, isSigned, changed }
}

/**
 * Whether the service worker keeps the file. The browser keeps the scripts of the service worker itself, and the page
 * cannot read its copy. Tables (`.bin`) are loaded when a wallet needs them.
 */
const isCached = ({ path }: ReleaseFile) => !/^(sw\.js|workbox-.*|.*\.bin)$/.test(path)

async function agrees(load: LoadFile, { path, bytes, sha256 }: ReleaseFile): Promise<boolean> {
  const loaded = await load(path, bytes)
  return loaded !== undefined && fileDigest(loaded) === sha256
}

function readListed(bytes: Uint8Array): Release | undefined {
  try {
    return readManifest(new TextDecoder().decode(bytes))
  } catch (error) {
    if (error instanceof ReleaseError) return undefined
    throw error
  }
}

/** As RFC 8032 and OpenSSL verify, not as ZIP 215. */
function isSignedBy(key: string, bytes: Uint8Array, signature: Uint8Array | undefined): boolean {
  if (signature?.length !== 64) return false
  try {
    return ed25519.verify(signature, bytes, hexToBytes(key), { zip215: false })
  } catch {
    // Points that do not decode.
    return false
  }
}
