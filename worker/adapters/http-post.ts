/**
 * The port through which daemons and resolvers are reached: one POST request.
 *
 * @module
 */

type PostRequest = {
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
  /** The request has an effect. */
  once?: boolean
  /** Also ends an answer that is still being read. */
  signal: AbortSignal
}

export type PostAnswer = Pick<Response, 'status' | 'headers' | 'body'>

/** Sends a request. Rejects if no answer arrives, and if the answer is a redirect. */
export type HttpPost = (url: string, request: PostRequest) => Promise<PostAnswer>

/** Sends over the platform's `fetch`. */
export const fetchPost: HttpPost = (url, { headers, body, signal }) =>
  fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })
