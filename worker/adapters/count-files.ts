/**
 * The files of output counts of the page's proxy, which a browser may keep.
 *
 * @module
 */
import { blocksPerFile, outputCountFiles } from '#protocol/daemon/output-counts.ts'
import type { Daemon } from '../engine/base/ports.ts'
import { bodyReader, Deadline, readAll } from './body-reader.ts'

/** Until a file begins to arrive, and between two pieces of it. */
const waitMs = 60_000

/** Three bytes hold the count of any block. */
const maxBytes = 3 * blocksPerFile + 8

type FetchFile = (
  url: string,
  init: Pick<RequestInit, 'cache' | 'credentials' | 'redirect' | 'signal'>,
) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

/**
 * Requests files below a base URL; undefined for a file that cannot be read.
 *
 * @param ended - Aborts requests.
 */
export const countFiles =
  (
    base: string,
    ended: AbortSignal,
    fetchFile: FetchFile = fetch,
  ): NonNullable<Daemon['outputCountFile']> =>
  async (height, isFresh) => {
    const late = new Deadline(waitMs)
    try {
      const answer = await fetchFile(`${base}${outputCountFiles}/${height}`, {
        cache: isFresh ? 'reload' : 'default',
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.any([late.signal, ended]),
      })
      const body = bodyReader(answer, late, { pieceMs: waitMs, maxBytes })
      if (answer.status === 200) return await readAll(body)
      body.cancel()
      return undefined
    } catch {
      // The daemon's distribution has the same counts.
      return undefined
    } finally {
      late.clear()
    }
  }
