import { describe, expect, test } from 'vitest'
import {
  UpstreamUnavailable,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../../proxy/upstream/node.ts'
import { JoinedRequests } from '../../../server/outgoing/joined-requests.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const request = (more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  path: '/get_height',
  body: bytes('{}'),
  contentType: 'application/json',
  once: false,
  client: 'a',
  ...more,
})
const response = (text: string): UpstreamResponse => ({
  status: 200,
  length: `${text.length}`,
  body: new Blob([text]).stream(),
})
const textOf = async (answer: Promise<UpstreamResponse>) => new Response((await answer).body).text()
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A connection that is free when the test says so. */
function scene() {
  type Sent = { request: UpstreamRequest; start: () => void; answer: (text: string) => void }
  const sent: Sent[] = []
  const joined = new JoinedRequests(
    (request, start) =>
      new Promise((resolve, reject) => {
        const answer = (text: string) => resolve(response(text))
        sent.push({ request, start, answer })
        request.signal?.addEventListener('abort', () => reject(new UpstreamUnavailable('lost')))
      }),
  )
  return { joined, sent }
}

describe('JoinedRequests', () => {
  test('send equal requests that wait once, and answer all of them', async () => {
    const { joined, sent } = scene()
    const answers = [1, 2, 3].map(() => textOf(joined.ask(request())))
    await settled()
    expect(sent).toHaveLength(1)
    sent[0]!.start()
    sent[0]!.answer('seven')
    expect(await Promise.all(answers)).toEqual(['seven', 'seven', 'seven'])
  })

  test('send a request again when the one before was sent already', async () => {
    const { joined, sent } = scene()
    const first = textOf(joined.ask(request()))
    await settled()
    sent[0]!.start()
    const second = textOf(joined.ask(request()))
    await settled()
    expect(sent).toHaveLength(2)
    sent[1]!.start()
    sent[1]!.answer('new')
    sent[0]!.answer('old')
    expect([await first, await second]).toEqual(['old', 'new'])
  })

  test.each<[string, Partial<UpstreamRequest>]>([
    ['another client', { client: 'b' }],
    ['another path', { path: '/get_info' }],
    ['another body', { body: bytes('{ }') }],
  ])('do not join that of %s', async (_, other) => {
    const { joined, sent } = scene()
    void joined.ask(request())
    void joined.ask(request(other))
    await settled()
    expect(sent).toHaveLength(2)
  })

  test.each<[string, Partial<UpstreamRequest>]>([
    ['with an effect', { once: true }],
    ['with a long answer', { longAnswer: true }],
    ['with a login', { authorization: 'Digest' }],
    ['that is long', { body: bytes('a'.repeat(1025)) }],
  ])('do not join requests %s', async (_, kind) => {
    const { joined, sent } = scene()
    void joined.ask(request(kind))
    void joined.ask(request(kind))
    await settled()
    expect(sent).toHaveLength(2)
  })

  test('a client that disconnects leaves the others their answer', async () => {
    const { joined, sent } = scene()
    const gone = new AbortController()
    const first = joined.ask(request({ signal: gone.signal }))
    const second = textOf(joined.ask(request()))
    await settled()
    gone.abort()
    await expect(first).rejects.toThrow('closed the connection')
    expect(sent[0]!.request.signal!.aborted).toBe(false)
    sent[0]!.start()
    sent[0]!.answer('seven')
    expect(await second).toBe('seven')
  })

  test('the last client that disconnects ends the request', async () => {
    const { joined, sent } = scene()
    const gone = [new AbortController(), new AbortController()]
    const asked = gone.map(({ signal }) => joined.ask(request({ signal })).catch(() => 'ended'))
    await settled()
    for (const each of gone) each.abort()
    expect(await Promise.all(asked)).toEqual(['ended', 'ended'])
    expect(sent[0]!.request.signal!.aborted).toBe(true)
  })

  test('a client that disconnects during the answer to it alone ends the request', async () => {
    const { joined, sent } = scene()
    const gone = new AbortController()
    const asked = joined.ask(request({ signal: gone.signal }))
    await settled()
    sent[0]!.start()
    sent[0]!.answer('seven')
    await asked
    gone.abort()
    expect(sent[0]!.request.signal!.aborted).toBe(true)
  })

  test('error: a failure reaches all', async () => {
    const joined = new JoinedRequests(async (_, start) => {
      start()
      throw new UpstreamUnavailable('timeout')
    })
    const failed = [1, 2].map(() => joined.ask(request()).catch((error: Error) => error.message))
    const text = 'The upstream node did not answer in time'
    expect(await Promise.all(failed)).toEqual([text, text])
  })
})
