/**
 * The port through which the proxy reaches a node, whatever carries its bytes.
 *
 * @module
 */

/** One request to a node. */
export type Ask = {
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
export const headersOf = ({ contentType, authorization }: Ask): Record<string, string> => ({
  'content-type': contentType,
  ...(authorization !== undefined && { authorization }),
})

/** The node's answer; the body arrives while it is read. */
export type Answer = {
  status: number
  /** In bytes, where the node says it. */
  length: string | undefined
  /** Of a 401: its `WWW-Authenticate` headers. */
  challenge?: string
  body: ReadableStream<Uint8Array>
}

/** Asks one node, or the best of several. Rejects with {@link AwayError} alone. */
export type Node = {
  ask: (ask: Ask) => Promise<Answer>
  /** Ends idle connections and calls under way. */
  close: () => Promise<void>
}

/**
 * No answer came.
 *
 * `unsent`: no connection was made, so the node cannot have seen the request. `stale`: a connection
 * that had idled was closed under the request. `late`: the node took too long. `lost`: the
 * connection ended after the request was sent, or the caller gave up. `garbled`: something came that
 * no node answers.
 */
export type AwayReason = 'unsent' | 'stale' | 'late' | 'lost' | 'garbled'

/** The node did not answer. */
export class AwayError extends Error {
  override name = 'AwayError'
  readonly reason: AwayReason

  constructor(reason: AwayReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

const messages: Record<AwayReason, string> = {
  unsent: 'No upstream node can be reached',
  stale: 'The upstream node closed the connection',
  late: 'The upstream node did not answer in time',
  lost: 'The upstream node closed the connection before it answered',
  garbled: 'The upstream node answered what no node answers',
}
