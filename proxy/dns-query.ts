/**
 * TXT records for the page, which may ask nobody but us: OpenAlias names are looked up with them.
 *
 * @module
 * @see RFC 8484
 */
import { decode } from '@dnsquery/dns-packet'
import type { MiddlewareHandler } from 'hono'
import { dnsMessage } from '#protocol/openalias.ts'
import { readBody } from './read-body.ts'
import { errorReply, reply } from './replies.ts'
import type { Send } from './upstream/fetch.ts'

/** A name has 255 bytes at most. */
const longestQuestion = 512

/** DNS messages are no longer. */
const longestAnswer = 65_535

const patienceMs = 10_000

/** Passes questions for TXT records, and no others, on to a resolver. @param url - Of the resolver. */
export const dnsQueries =
  (url: string, send: Send = (to, init) => fetch(to, init)): MiddlewareHandler =>
  async ({ req: { raw } }) => {
    if (raw.headers.get('content-type') !== dnsMessage)
      return errorReply(415, `Questions are ${dnsMessage}`)
    // One that ended early is none.
    const question = await readBody(raw, longestQuestion).catch(() => undefined)
    if (!question || !asksForText(question))
      return errorReply(400, 'Only TXT records are given here')
    const answer = await ask(url, question, send)
    return answer ? reply(200, dnsMessage, answer) : errorReply(502, 'The resolver did not answer')
  }

function asksForText(question: Uint8Array): boolean {
  try {
    const { flag_qr, questions = [] } = decode(question)
    return flag_qr === false && questions.length === 1 && questions[0]!.type === 'TXT'
  } catch {
    return false
  }
}

/** Undefined for any answer but a DNS message. */
async function ask(url: string, body: Uint8Array<ArrayBuffer>, send: Send) {
  try {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': dnsMessage, accept: dnsMessage },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    const bytes = await readBody(answer, longestAnswer)
    return answer.status === 200 ? bytes : undefined
  } catch {
    // Not reached, late, or cut short: what went wrong is the resolver's.
    return undefined
  }
}
