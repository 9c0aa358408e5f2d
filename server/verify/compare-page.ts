/**
 * Compares a served page with the list of a release.
 *
 * @module
 */
import { fileDigest, manifestName, type Release, type ReleaseFile } from '#protocol/release.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { securityHeaders } from '../../proxy/page.ts'
import type { Download, Downloaded } from './download.ts'

/** Something that is served otherwise than the release has it. */
export type Difference = { what: string; expected: string; served: string }

type Comparison = {
  differences: Difference[]
  /** Other servers that the page may connect to, by origin: their scan feed is compared. */
  servers: readonly string[]
  /** Whether the server sends the security headers of Nightjar's own servers. */
  hasHeaders: boolean
}

/** Downloads at once. */
const parallel = 8

/**
 * @param manifest - The text of the release, which the page must serve too.
 * @throws {ProgramError} If the server cannot be reached.
 */
export async function comparePage(
  download: Download,
  release: Release,
  manifest: Uint8Array,
): Promise<Comparison> {
  const index = release.files.find(({ path }) => path === 'index.html')
  const worker = release.files.find(({ path }) => path === 'sw.js')
  const checks = [
    ...release.files.map((file) => () => compareFile(download, file)),
    // The address alone, and the service worker as browsers request it: a server can tell them apart.
    ...(index ? [() => compareFile(download, { ...index, path: '' }, '/')] : []),
    ...(worker ? [() => compareFile(download, worker, 'sw.js for a browser', asBrowser)] : []),
    () => compareManifest(download, manifest),
  ]
  const differences: Difference[] = []
  for (let i = 0; i < checks.length; i += parallel) {
    const found = await Promise.all(checks.slice(i, i + parallel).map((check) => check()))
    differences.push(...found.flatMap((difference) => difference ?? []))
  }
  const { headers } = await download('', index?.bytes ?? 0)
  const hasHeaders = headers.has('content-security-policy')
  const servers = serversIn(headers.get('content-security-policy') ?? '')
  if (hasHeaders) differences.push(...compareHeaders(headers, servers))
  return { differences, hasHeaders, servers }
}

/** @see https://w3c.github.io/ServiceWorker/#service-worker-script-request */
const asBrowser = { 'service-worker': 'script' }

async function compareFile(
  download: Download,
  { path, bytes, sha256 }: ReleaseFile,
  what = path,
  headers?: Record<string, string>,
): Promise<Difference | undefined> {
  const answer = await download(path, bytes, headers)
  const served = answer.bytes && answer.status === 200 ? fileDigest(answer.bytes) : undefined
  if (served === sha256) return undefined
  return { what, expected: sha256, served: served ?? failureOf(answer, bytes) }
}

async function compareManifest(
  download: Download,
  manifest: Uint8Array,
): Promise<Difference | undefined> {
  const answer = await download(manifestName, manifest.length)
  if (answer.status === 200 && answer.bytes && sameBytes(answer.bytes, manifest)) return undefined
  return {
    what: manifestName,
    expected: fileDigest(manifest),
    served:
      answer.bytes && answer.status === 200
        ? fileDigest(answer.bytes)
        : failureOf(answer, manifest.length),
  }
}

const failureOf = ({ status }: Downloaded, maxBytes: number) =>
  status === 200 ? `more than ${maxBytes} bytes` : `HTTP ${status}`

/** Origins beside our own in `connect-src`. An operator lists them with `--compare-feed`. */
function serversIn(policy: string): string[] {
  const [, listed = ''] =
    /(?:^|; )connect-src 'self'((?: https?:\/\/[\w.:[\]-]+)+)(?:;|$)/.exec(policy) ?? []
  return listed.split(' ').filter((origin) => origin !== '')
}

function compareHeaders(headers: Headers, servers: readonly string[]): Difference[] {
  return Object.entries(securityHeaders(servers)).flatMap(([name, expected]) => {
    const served = headers.get(name) ?? 'nothing'
    return served === expected ? [] : { what: `header ${name}`, expected, served }
  })
}
