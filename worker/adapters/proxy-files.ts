/**
 * What the page's proxy has beside the daemon RPC: files that a browser may keep, and live events.
 *
 * @module
 */
import { blocksPerFile, outputCountFiles } from '#protocol/daemon/output-counts.ts'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { feedPath } from '#protocol/feed/feed-index.ts'
import { eventsName } from '#protocol/feed/live.ts'
import type { FilePart } from '#protocol/feed/member-file.ts'
import type { BodyReader } from '#protocol/upstream.ts'
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

type FileHeaders = { headers?: Record<string, string> }

export type FetchFile = (
  url: string,
  init: Pick<RequestInit, 'cache' | 'credentials' | 'redirect' | 'signal'> & FileHeaders,
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
  const read = async (path: string, isFresh: boolean, maxBytes: number, part?: FilePart) => {
    const late = new Deadline(waitMs)
    try {
      const answer = await fetchFile(base + path, {
        cache: isFresh ? 'reload' : 'default',
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.any([late.signal, ended]),
        ...(part && { headers: { range: rangeOf(part) } }),
      })
      const body = bodyReader(answer, late, { pieceMs: waitMs, maxBytes })
      if (answer.status === 200 && part) return await readPart(body, part)
      if (answer.status === 200 || (part && isPart(answer, part)))
        return new Uint8Array(await readAll(body))
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
    feedFile: (name, isFresh, part) => read(feedPath + name, isFresh, longestFile, part),
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

const lastByte = ({ offset, length }: FilePart) => offset + length - 1

const rangeOf = (part: FilePart): string => `bytes=${part.offset}-${lastByte(part)}`

const isPart = ({ status, headers }: Pick<Response, 'status' | 'headers'>, part: FilePart) =>
  status === 206 &&
  headers.get('content-range')?.startsWith(`bytes ${part.offset}-${lastByte(part)}/`) === true

/** A part of a whole file, whose rest is not read; undefined if the file ends before. */
async function readPart(
  body: BodyReader,
  { offset, length }: FilePart,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const part = new Uint8Array(length)
  let at = -offset
  while (at < length) {
    const piece = await body.read()
    if (!piece) return undefined
    const shown = piece.subarray(Math.max(0, -at), Math.max(0, length - at))
    part.set(shown, Math.max(0, at))
    at += piece.length
  }
  body.cancel()
  return part
}
