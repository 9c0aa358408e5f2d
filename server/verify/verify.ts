/**
 * `nightjar verify URL`: compares a served page with a release.
 *
 * @module
 */
import type { KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '#protocol/settings.ts'
import {
  manifestName,
  maxManifestBytes,
  readManifest,
  ReleaseError,
  signatureName,
  type Release,
} from '#protocol/release.ts'
import { helpText, readFlags, type Flags } from '../flags/flags.ts'
import { ProgramError } from '../process/program-error.ts'
import { comparePage, type Difference } from './compare-page.ts'
import { downloadFrom, originOf, type Download } from './download.ts'
import { isSignedBy, publicKeyIn, publicKeyOf } from './release-key.ts'

const flags = {
  key: {
    takes: 'FILE',
    help: 'Public key of the release in PEM; default: the key that this program was built with',
  },
  manifest: {
    takes: 'FILE',
    help: `List of a release that you trust; default: ${manifestName} of the page, with its signature`,
  },
  help: { help: 'Show this help' },
} as const satisfies Flags

const help = helpText(
  'nightjar verify URL [--key FILE] [--manifest FILE]',
  'Compares the files of a served page with the list of a release. Status 1 if anything differs.',
  flags,
)

/**
 * @param args - Those after `verify`.
 * @param print - Receives the result.
 * @param builtIn - Public key that the program was built with, in hex.
 * @returns Whether the page is that of the release.
 * @throws {UsageError} For wrong arguments.
 * @throws {ProgramError} If there is no list that can be trusted, or no answer.
 */
export async function verifyPage(
  args: readonly string[],
  print: (text: string) => void,
  builtIn?: string,
): Promise<boolean> {
  const url = args[0]?.startsWith('--') ? undefined : args[0]
  const given = readFlags(flags, url === undefined ? args : args.slice(1))
  if (given.help) {
    print(help)
    return true
  }
  if (url === undefined) throw new UsageError('the URL of a page is required')
  const origin = originOf(url)
  const download = downloadFrom(origin)
  const ownKey = builtIn === undefined ? undefined : publicKeyOf(builtIn)
  const givenKey = given.key === undefined ? undefined : publicKeyIn(given.key)
  const manifest =
    given.manifest === undefined
      ? await servedManifest(download, givenKey ?? ownKey)
      : localManifest(given.manifest, givenKey)
  const release = readRelease(manifest)
  print(about(release))
  const { differences, hasHeaders, servers } = await comparePage(download, release, manifest)
  if (!hasHeaders)
    print(
      'The server sends no content-security-policy: it is not one of Nightjar. Only files are compared.',
    )
  if (servers.length > 0)
    print(`The page may also connect to ${servers.join(', ')}, to compare the scan feed.`)
  if (differences.length > 0) print(table(differences))
  const count = release.files.length
  print(
    differences.length === 0
      ? `${origin} serves this release: ${count} files compared.`
      : `${origin} does not serve this release: ${differences.length} differences. Do not use this page.`,
  )
  return differences.length === 0
}

/** The list that the page serves, if it is signed. */
async function servedManifest(download: Download, key?: KeyObject): Promise<Uint8Array> {
  if (!key)
    throw new UsageError('--key or --manifest is required: this program was built without a key')
  const manifest = await download(manifestName, maxManifestBytes)
  if (manifest.status !== 200 || !manifest.bytes)
    throw new ProgramError(
      `${manifestName}: expected the list of a release, got none from the server`,
    )
  const signature = await download(signatureName, 64)
  if (!isSignedBy(key, manifest.bytes, signature.status === 200 ? signature.bytes : undefined))
    throw new ProgramError(
      `${signatureName}: expected a signature of the release key. Do not use this page.`,
    )
  return manifest.bytes
}

/** A list in a file. With a key, its signature must be beside it. */
function localManifest(file: string, key?: KeyObject): Uint8Array {
  const bytes = readFileSync(file)
  if (!key) return bytes
  const signature = join(dirname(file), signatureName)
  if (isSignedBy(key, bytes, readFileSync(signature))) return bytes
  throw new ProgramError(`${signature}: expected a signature of ${file} by the given key`)
}

function readRelease(bytes: Uint8Array): Release {
  try {
    return readManifest(new TextDecoder().decode(bytes))
  } catch (error) {
    throw error instanceof ReleaseError ? new ProgramError(error.message) : error
  }
}

const about = ({ version, commit, date, digest }: Release) =>
  [
    `Nightjar ${version}${date === undefined ? '' : ` of ${date.slice(0, 10)}`}`,
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    `digest ${digest}`,
  ].join('\n')

/** Columns of what differs, what the release has, and what is served. */
function table(differences: readonly Difference[]): string {
  const rows = [
    ['differs', 'release', 'served'],
    ...differences.map(({ what, expected, served }) => [what, shown(expected), shown(served)]),
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map(([what = '', expected = '', served = '']) =>
      [what.padEnd(widths[0]!), expected.padEnd(widths[1]!), served].join('  '),
    )
    .join('\n')
}

/** The beginning of a digest, and no control characters of a server. */
const shown = (text: string) =>
  /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 16)}…` : text.replace(/[^ -~]/g, '?')
