/**
 * A second server with a scan feed: a light node, or a static host. Its index and lists are read, and no chunk.
 *
 * @module
 */
import type { FeedServer } from '../engine/base/ports.ts'
import { baseUrl } from './daemon.ts'
import { proxyFiles, type FetchFile } from './proxy-files.ts'

/** A refresh waits for a file so long at most. */
const patienceMs = 20_000

/** A list has 256 chunks of about 170 bytes. The index names one list in half a year. */
const longestFile = 512 * 1024

/**
 * @param address - As `feedAddress` returns it.
 * @param ownOrigin - That of the page; empty outside a page.
 */
export const feedServer = (
  address: string,
  ownOrigin: string,
  fetchFile?: FetchFile,
): FeedServer => ({
  name: address,
  isSame: (daemon) =>
    URL.canParse(baseUrl(daemon) || ownOrigin) &&
    placeOf(baseUrl(daemon) || ownOrigin) === placeOf(address),
  file: (name) =>
    proxyFiles(address, AbortSignal.timeout(patienceMs), fetchFile, longestFile).feedFile(
      name,
      false,
    ),
})

/** One server may be reached with TLS and without it. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname.replace(/\/+$/, '')
}
