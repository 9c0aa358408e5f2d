/**
 * The port through which the proxy reaches a node, independent of the HTTP client.
 *
 * @module
 */

/** One request to a node. */
export type UpstreamRequest = {
  path: string
  body: Uint8Array<ArrayBuffer>
  contentType: string
  /** Has an effect: a request that was sent and not answered is never sent again. */
  once: boolean
  /** The answer may be long, or take long. */
  longAnswer?: boolean
  /** The `Authorization` header, for a node that requires a login. */
  authorization?: string
  /** Address of the client. The connections to the node are divided among clients. */
  client?: string
  /** Aborted when the client disconnects. */
  signal?: AbortSignal
}

/** The node's answer; the body arrives while it is read. */
export type UpstreamResponse = {
  status: number
  /** In bytes; undefined if the node does not send it. */
  length: string | undefined
  /** Of a 401: its `WWW-Authenticate` headers. */
  challenge?: string
  body: ReadableStream<Uint8Array>
}

/** One node, or the first available of several. `ask` rejects only with {@link UpstreamUnavailable}. */
export type UpstreamNode = {
  ask: (ask: UpstreamRequest) => Promise<UpstreamResponse>
  /** Ends idle connections and pending calls. */
  close: () => Promise<void>
}

/**
 * Why there is no answer.
 *
 * - `unsent`: no connection was made, so the node has not seen the request.
 * - `stale`: the node closed an idle connection when the request was sent.
 * - `timeout`: the node took too long.
 * - `lost`: the connection ended after the request was sent, or the caller aborted.
 * - `invalid`: the answer is not one of a node.
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
  invalid: 'The upstream node sent an invalid answer',
}
