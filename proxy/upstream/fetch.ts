/**
 * A node over the platform's `fetch`, for platforms without undici.
 *
 * @module
 */
import { requestHeaders } from '#protocol/daemon/request-headers.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** As the platform's `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/**
 * A node at an `http:` or `https:` origin.
 *
 * @param answerMs - Timeout until the answer begins.
 * @param send - Replaces the platform's `fetch`.
 */
export function fetchNode(
  origin: string,
  answerMs = 300_000,
  send: Send = (url, init) => fetch(url, init),
): UpstreamNode {
  async function ask(request: UpstreamRequest): Promise<UpstreamResponse> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), answerMs)
    const signal = request.signal ? AbortSignal.any([late.signal, request.signal]) : late.signal
    try {
      const response = await send(origin + request.path, {
        method: 'POST',
        headers: requestHeaders(request.contentType, request.authorization),
        body: request.body,
        redirect: 'manual',
        signal,
      })
      const challenge = response.headers.get('www-authenticate')
      return {
        status: response.status,
        ...(challenge !== null && { challenge }),
        // The platform may have decompressed the body, so its length is unknown.
        length: undefined,
        body: response.body ?? new Blob().stream(),
      }
    } catch (error) {
      // `fetch` does not report whether anything was sent.
      throw new UpstreamUnavailable(late.signal.aborted ? 'timeout' : 'lost', error)
    } finally {
      clearTimeout(timer)
    }
  }
  return { ask, close: async () => {} }
}
