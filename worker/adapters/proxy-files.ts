/**
 * What the page's proxy has beside the daemon RPC: files that a browser may keep, and live events.
 *
 * @module
 */
import { blocksPerFile, outputCountFiles } from '#protocol/daemon/output-counts.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { feedPath } from '#protocol/feed/feed-index.ts'
import { eventsName } from '#protocol/feed/live.ts'
import type { Daemon } from '../engine/base/ports.ts'
import { bodyReader, Deadline, readAll } from './body-reader.ts'

/** Until a file begins to arrive, and between two pieces of it. */
const waitMs = 60_000

/** A light node sends a comment every 15 seconds. */
const silenceMs = 50_000

/** Three bytes hold the count of any block. */
const longestCounts = 3 * blocksPerFile + 8

/** 512 blocks of the largest median that mainnet had would have about 40 MB as rows. */
const longestFeedFile = 64 * 1024 * 1024

export type FetchFile = (
  url: string,
  init: Pick<RequestInit, 'cache' | 'credentials' | 'redirect' | 'signal'>,
) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

/** What a {@link Daemon} has where it is our proxy. */
export type ProxyFiles = Required<Pick<Daemon, 'outputCountFile' | 'feedFile' | 'eventsArriving'>>

/**
 * Requests files below a base URL; undefined for a file that cannot be read.
 *
 * @param ended - Aborts requests.
 * @param longestFile - Bytes of a file of the feed.
 */
export function proxyFiles(
  base: string,
  ended: AbortSignal,
  fetchFile: FetchFile = fetch,
  longestFile = longestFeedFile,
): ProxyFiles {
  const read = async (path: string, isFresh: boolean, maxBytes: number) => {
    const late = new Deadline(waitMs)
    try {
      const answer = await fetchFile(base + path, {
        cache: isFresh ? 'reload' : 'default',
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.any([late.signal, ended]),
      })
      const body = bodyReader(answer, late, { pieceMs: waitMs, maxBytes })
      if (answer.status === 200) return new Uint8Array(await readAll(body))
      body.cancel()
      return undefined
    } catch {
      // The daemon RPC has the same content.
      return undefined
    } finally {
      late.clear()
    }
  }
  return {
    outputCountFile: (height, isFresh) =>
      read(`${outputCountFiles}/${height}`, isFresh, longestCounts),
    feedFile: (name, isFresh) => read(feedPath + name, isFresh, longestFile),
    async eventsArriving() {
      const late = new Deadline(waitMs)
      try {
        const answer = await fetchFile(base + feedPath + eventsName, {
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal: AbortSignal.any([late.signal, ended]),
        })
        // They never end, however many they are.
        const body = bodyReader(answer, late, { pieceMs: silenceMs, maxBytes: Infinity })
        if (answer.status === 200) return body
        body.cancel()
        if (answer.status < 500) return undefined
        throw new ConnectionError(`the light node answered HTTP ${answer.status}`)
      } catch (error) {
        throw error instanceof ConnectionError
          ? error
          : new ConnectionError('the light node was not reached')
      } finally {
        late.clear()
      }
    },
  }
}
