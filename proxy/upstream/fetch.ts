/**
 * A node over the platform's `fetch`, where there is no undici.
 *
 * @module
 */
import {
  UpstreamUnavailable,
  requestHeaders,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** As the platform's `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/**
 * A node at an `http:` or `https:` origin.
 *
 * @param answerMs - Until its answer begins.
 * @param send - Carries the request, where that is not the network.
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
        headers: requestHeaders(request),
        body: request.body,
        redirect: 'manual',
        signal,
      })
      const challenge = response.headers.get('www-authenticate')
      return {
        status: response.status,
        ...(challenge !== null && { challenge }),
        // The platform may have unpacked the body: its length is not known.
        length: undefined,
        body: response.body ?? new Blob().stream(),
      }
    } catch (error) {
      // `fetch` does not tell whether anything was sent.
      throw new UpstreamUnavailable(late.signal.aborted ? 'timeout' : 'lost', error)
    } finally {
      clearTimeout(timer)
    }
  }
  return { ask, close: async () => {} }
}
