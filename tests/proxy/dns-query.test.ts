import { encode } from '@dnsquery/dns-packet'
import { afterAll, describe, expect, test } from 'vitest'
import { textLookup } from '../../worker/adapters/name-lookup.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'
import { startResolver } from '../support/network/dns-over-https-server.ts'

const resolver = await startResolver({ 'signed.example': { records: ['one'] } })
afterAll(() => resolver.stop())

const app = fakeProxy(fakeNode(), { resolver: resolver.url })
const type = 'application/dns-message'
const question = (kind: 'TXT' | 'A') =>
  encode({ type: 'query', id: 0, questions: [{ type: kind, name: 'signed.example' }] })
const ask = (body: Uint8Array, headers: Record<string, string> = { 'content-type': type }) =>
  app.request('/dns-query', { method: 'POST', body: body as Uint8Array<ArrayBuffer>, headers })

describe('DNS queries of the page', () => {
  test('are answered by the resolver of the operator', async () => {
    const lookUp = textLookup('/dns-query', async (path, init) =>
      app.request(path, { method: 'POST', ...init }),
    )
    expect(await lookUp('signed.example')).toEqual({ records: ['one'], isAuthentic: true })
    expect(resolver.asked).toEqual(['signed.example'])
  })

  test('error: other record types and malformed questions', async () => {
    const before = resolver.asked.length
    const rubbish = new Uint8Array([1, 2, 3])
    const answer = encode({ type: 'response', questions: [{ type: 'TXT', name: 'a.b' }] })
    const long = new Uint8Array(513)
    const overfull = question('TXT')
    overfull[7] = 1
    for (const body of [question('A'), rubbish, answer, long, overfull, new Uint8Array()])
      expect((await ask(body)).status).toBe(400)
    expect((await ask(question('TXT'), { 'content-type': 'text/plain' })).status).toBe(415)
    expect(resolver.asked).toHaveLength(before)
  })

  test('error: pages of other origins', async () => {
    const headers = { 'content-type': type, origin: 'http://evil.example' }
    expect((await ask(question('TXT'), headers)).status).toBe(403)
  })

  test('error: the resolver is unavailable', async () => {
    const away = fakeProxy(fakeNode(), { resolver: 'http://127.0.0.1:1/' })
    const answer = await away.request('/dns-query', {
      method: 'POST',
      headers: { 'content-type': type },
      body: question('TXT') as Uint8Array<ArrayBuffer>,
    })
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({ error: 'The resolver did not answer' })
  })

  test('error: without a resolver the path is unknown', async () => {
    const without = fakeProxy(fakeNode(), {})
    expect((await without.request('/dns-query', { method: 'POST' })).status).toBe(404)
  })
})
