/**
 * Carries a checked request to the node and its answer back.
 *
 * @module
 */
import { bytesToLatin1, latin1ToBytes } from '#protocol/bytes.ts'
import { JsonError } from '#protocol/json.ts'
import { readBody } from '../read-body.ts'
import { reply } from '../replies.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
  type UpstreamNode,
} from './node.ts'

/** Of the answers that are changed, the pool's is the longest. */
const readable = 64 * 1024 * 1024

/** The node's answer: its body streamed, or read and changed by `amend`. Rejects with UpstreamUnavailable. */
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
 * The type is that of the question, whatever the node says: HTML of a node would run as our page.
 */
function streamed(
  { status, length, body }: UpstreamResponse,
  { contentType }: UpstreamRequest,
): Response {
  if (!isAnswer(status)) {
    // Unread it would hold its connection; whether it ends well changes nothing.
    void body.cancel().catch(() => {})
    throw new UpstreamUnavailable('invalid')
  }
  return reply(status, contentType, body, length ? { 'content-length': length } : {})
}

// No node redirects, and a web `Response` takes no status above 599.
const isAnswer = (status: number) => status === 200 || (status >= 400 && status <= 599)

/** The body of an answer, a character a byte. Rejects with UpstreamUnavailable. */
export async function readText(answer: UpstreamResponse): Promise<string> {
  const bytes = await readBody(answer, readable).catch((error: unknown) => {
    throw new UpstreamUnavailable('lost', error)
  })
  if (!bytes) throw new UpstreamUnavailable('invalid')
  return bytesToLatin1(bytes)
}

/** What `read` makes of an answer; UpstreamUnavailable when it is no JSON. */
export function parseUpstream<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof JsonError) throw new UpstreamUnavailable('invalid', error)
    throw error
  }
}
