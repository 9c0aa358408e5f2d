/**
 * The port through which the proxy reaches a node, whatever carries its bytes.
 *
 * @module
 */

/** One request to a node. */
export type UpstreamRequest = {
  path: string
  body: Uint8Array<ArrayBuffer>
  contentType: string
  /** Has an effect: what was sent and not answered is never sent again. */
  once: boolean
  /** The `Authorization` header, for a node that asks for a login. */
  authorization?: string
  /** Aborted when whoever asks has gone away. */
  signal?: AbortSignal
}

/** The headers of a request. */
export const requestHeaders = ({
  contentType,
  authorization,
}: UpstreamRequest): Record<string, string> => ({
  'content-type': contentType,
  ...(authorization !== undefined && { authorization }),
})

/** The node's answer; the body arrives while it is read. */
export type UpstreamResponse = {
  status: number
  /** In bytes, where the node says it. */
  length: string | undefined
  /** Of a 401: its `WWW-Authenticate` headers. */
  challenge?: string
  body: ReadableStream<Uint8Array>
}

/** Asks one node, or the best of several. Rejects with {@link UpstreamUnavailable} alone. */
export type UpstreamNode = {
  ask: (ask: UpstreamRequest) => Promise<UpstreamResponse>
  /** Ends idle connections and calls under way. */
  close: () => Promise<void>
}

/**
 * No answer came.
 *
 * `unsent`: no connection was made, so the node cannot have seen the request. `stale`: a connection
 * that had idled was closed under the request. `timeout`: the node took too long. `lost`: the
 * connection ended after the request was sent, or the caller gave up. `invalid`: something came that
 * no node answers.
 */
export type UnavailableReason = 'unsent' | 'stale' | 'timeout' | 'lost' | 'invalid'

/** The node did not answer. */
export class UpstreamUnavailable extends Error {
  override name = 'UpstreamUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

const messages: Record<UnavailableReason, string> = {
  unsent: 'No upstream node can be reached',
  stale: 'The upstream node closed the connection',
  timeout: 'The upstream node did not answer in time',
  lost: 'The upstream node closed the connection before it answered',
  invalid: 'The upstream node answered what no node answers',
}
