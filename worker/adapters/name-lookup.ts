/**
 * TXT records over HTTPS, of a resolver that verifies them.
 *
 * @module
 * @see RFC 8484, RFC 6840 5.7 and 5.8
 */
import { countsFit, dnsMessage } from '#protocol/network/dns-message.ts'
import type { TextRecords } from '#protocol/openalias.ts'
import { bodyReader, Deadline, readAll } from './body-reader.ts'
import { fetchPost, type HttpPost } from './http-post.ts'

/** Until an answer begins, and between its pieces. */
const patienceMs = 10_000

/** Maximum size of a DNS message. */
const maxBytes = 65_535

/**
 * Queries the resolver at `url`.
 *
 * @throws Error when the resolver is absent or not reachable, or the answer is not a DNS message. The
 *   message contains no names.
 */
export function textLookup(url: string, post: HttpPost = fetchPost) {
  return async (name: string): Promise<TextRecords> => {
    // Imported here, so that a page that looks up no name never downloads it.
    const { AUTHENTIC_DATA, decode, encode, RECURSION_DESIRED } =
      await import('@dnsquery/dns-packet')
    const body = encode({
      type: 'query',
      // Zero, so that answers can be cached: RFC 8484 4.1.
      id: 0,
      // The AD flag in a query asks whether the resolver verified the answer.
      flags: RECURSION_DESIRED | AUTHENTIC_DATA,
      questions: [{ type: 'TXT', name }],
    })
    const bytes = await answerTo(post, url, body)
    if (!countsFit(bytes)) throw new Error('the resolver sent no DNS message')
    const message = decode(bytes)
    const answers = message.flag_qr && message.rcode === 'NOERROR' ? (message.answers ?? []) : []
    const records = answers.flatMap((answer) =>
      answer.type === 'TXT' ? [textOf(answer.data)] : [],
    )
    return { records, isAuthentic: message.flag_ad === true }
  }
}

async function answerTo(post: HttpPost, url: string, body: Uint8Array) {
  const late = new Deadline(patienceMs)
  const response = await post(url, {
    headers: { 'content-type': dnsMessage, accept: dnsMessage },
    body: body as Uint8Array<ArrayBuffer>,
    signal: late.signal,
  })
  const answer = bodyReader(response, late, { pieceMs: patienceMs, maxBytes })
  if (response.status === 200) return readAll(answer)
  answer.cancel()
  throw new Error(`the resolver answered HTTP ${response.status}`)
}

/** Joins the strings of a record: DNS limits the length of each. */
function textOf(data: string | Uint8Array | (string | Uint8Array)[]): string {
  const decoder = new TextDecoder()
  const pieces = Array.isArray(data) ? data : [data]
  return pieces.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('')
}
