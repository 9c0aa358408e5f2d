/**
 * Calls of the proxy's own to a node.
 *
 * @module
 */
import type { Post } from '#protocol/upstream.ts'
import { readBody } from '../read-body.ts'
import { UpstreamUnavailable, type UpstreamNode } from './node.ts'

/**
 * Posts calls to a node.
 *
 * @param signal - Aborts the call under way.
 * @param limits.longestAnswer - Bytes. A longer answer counts as none.
 * @param limits.longAnswer - Whether answers may take long.
 */
export const postTo =
  (
    node: UpstreamNode,
    signal: AbortSignal,
    { longestAnswer, longAnswer = false }: { longestAnswer: number; longAnswer?: boolean },
  ): Post =>
  (path, body, contentType, once) =>
    untilAborted(signal, async (own) => {
      const request = {
        path,
        body: new Uint8Array(body),
        contentType,
        once,
        longAnswer,
        signal: own,
      }
      const answer = await node.ask(request)
      const bytes = await readBody(answer, longestAnswer).catch((error: unknown) => {
        throw new UpstreamUnavailable('lost', error)
      })
      if (answer.status !== 200 || !bytes) throw new UpstreamUnavailable('invalid')
      return bytes
    })

/** Runs a task with a signal of its own: listeners of each call would stay at a signal that lives long. */
async function untilAborted<T>(signal: AbortSignal, task: (own: AbortSignal) => Promise<T>) {
  const own = new AbortController()
  const abort = () => own.abort()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await task(own.signal)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
