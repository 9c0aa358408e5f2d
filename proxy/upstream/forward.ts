/**
 * Sends a checked request to the node and forwards its answer.
 *
 * @module
 */
import { bytesToLatin1, latin1ToBytes } from '#protocol/bytes.ts'
import { JsonError } from '#protocol/json/json.ts'
import { readBody } from '../read-body.ts'
import { reply } from '../replies.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** Bytes of the longest answer that is read. The longest one is that of the transaction pool. */
const longestRead = 64 * 1024 * 1024

/** The node's answer: its body streamed, or read and changed by `amend`. @throws UpstreamUnavailable */
export async function forward(
  node: UpstreamNode,
  ask: UpstreamRequest,
  amend?: (answer: string) => string,
): Promise<Response> {
  const answer = await node.ask(ask)
  if (!amend || answer.status !== 200) return streamed(answer, ask)
  const text = await readText(answer)
  const changed = parseUpstream(() => amend(text))
  return reply(200, ask.contentType, latin1ToBytes(changed))
}

/**
 * The content type is that of the request, regardless of the node's: HTML would run as our page.
 */
function streamed(
  { status, length, body }: UpstreamResponse,
  { contentType }: UpstreamRequest,
): Response {
  if (!isAnswer(status)) {
    // An unread body would block the connection. The outcome of `cancel` does not matter.
    void body.cancel().catch(() => {})
    throw new UpstreamUnavailable('invalid')
  }
  return reply(status, contentType, body, length ? { 'content-length': length } : {})
}

// Nodes do not redirect, and a web `Response` accepts no status above 599.
const isAnswer = (status: number) => status === 200 || (status >= 400 && status <= 599)

/** The body of an answer, one character for each byte. @throws UpstreamUnavailable */
export async function readText(answer: UpstreamResponse): Promise<string> {
  const bytes = await readBody(answer, longestRead).catch((error: unknown) => {
    throw new UpstreamUnavailable('lost', error)
  })
  if (!bytes) throw new UpstreamUnavailable('invalid')
  return bytesToLatin1(bytes)
}

/** The value that `read` returns. @throws UpstreamUnavailable for JSON that cannot be read. */
export function parseUpstream<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof JsonError) throw new UpstreamUnavailable('invalid', error)
    throw error
  }
}
