/**
 * TXT queries of the page, for OpenAlias names. The page cannot connect to a resolver itself.
 *
 * @module
 * @see RFC 8484
 */
import { decode } from '@dnsquery/dns-packet'
import type { MiddlewareHandler } from 'hono'
import { countsFit, dnsMessage } from '#protocol/network/dns-message.ts'
import { readBody } from './read-body.ts'
import { errorReply, reply } from './replies.ts'
import type { Send } from './upstream/fetch.ts'

/** Enough for a question with the longest name, 255 bytes. */
const longestQuestion = 512

/** The longest DNS message. */
const longestAnswer = 65_535

const timeoutMs = 10_000

/** Forwards TXT queries to a resolver and refuses all others. @param url - Of the resolver. */
export const dnsQueries =
  (url: string, send: Send = (to, init) => fetch(to, init)): MiddlewareHandler =>
  async ({ req: { raw } }) => {
    if (raw.headers.get('content-type') !== dnsMessage)
      return errorReply(415, `Content-Type must be ${dnsMessage}`)
    // A question that ended early is refused like one that is malformed.
    const question = await readBody(raw, longestQuestion).catch(() => undefined)
    if (!question || !asksForText(question))
      return errorReply(400, 'Expected one DNS question of type TXT')
    const answer = await ask(url, question, send)
    return answer ? reply(200, dnsMessage, answer) : errorReply(502, 'The resolver did not answer')
  }

function asksForText(question: Uint8Array): boolean {
  if (!countsFit(question)) return false
  try {
    const { flag_qr, questions = [] } = decode(question)
    return flag_qr === false && questions.length === 1 && questions[0]!.type === 'TXT'
  } catch {
    return false
  }
}

/** The answer of the resolver; undefined for any failure. */
async function ask(url: string, body: Uint8Array<ArrayBuffer>, send: Send) {
  try {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': dnsMessage, accept: dnsMessage },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await readBody(answer, longestAnswer)
    return answer.status === 200 ? bytes : undefined
  } catch {
    // Connection failed, timed out or ended early: one error message covers all of them.
    return undefined
  }
}
