import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { textLookup } from '../../../worker/adapters/name-lookup.ts'
import { startResolver } from '../../support/network/dns-over-https-server.ts'

const long = ['x'.repeat(255), 'y'.repeat(20)]
const resolver = await startResolver({
  'signed.example': { records: ['one', long] },
  'plain.example': { records: ['one'], isSigned: false },
  'other.example': { records: ['one'], isAliasOf: 'signed.example' },
  'none.example': { records: [] },
})
afterAll(() => resolver.stop())

/** A server of no DNS. */
async function serve(status: number, body: string) {
  const server = createServer((_, response) => response.writeHead(status).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => (server.closeAllConnections(), server.close()),
  }
}

describe('TXT records over HTTPS', () => {
  const lookUp = textLookup(resolver.url)

  test.each([
    ['signed.example', { records: ['one', long.join('')], isAuthentic: true }],
    ['plain.example', { records: ['one'], isAuthentic: false }],
    ['other.example', { records: ['one'], isAuthentic: true }],
    ['none.example', { records: [], isAuthentic: true }],
    ['unknown.example', { records: [], isAuthentic: true }],
  ])('%s', async (name, answer) => {
    expect(await lookUp(name)).toEqual(answer)
    expect(resolver.asked.at(-1)).toBe(name)
  })

  test('error: a resolver that refuses, or an invalid one', async () => {
    const refusing = await serve(404, 'no')
    await expect(textLookup(refusing.url)('a.example')).rejects.toThrow(
      'the resolver answered HTTP 404',
    )
    refusing.stop()
    const other = await serve(200, '<p>')
    await expect(textLookup(other.url)('a.example')).rejects.toThrow()
    other.stop()
    await expect(textLookup('http://127.0.0.1:1/')('a.example')).rejects.toThrow()
  })

  test('error: an answer with more records than have room in it is not decoded', async () => {
    const header = [0, 0, 0x81, 0x80, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]
    const body = new Uint8Array([...header, ...new Uint8Array(5000)])
    const lookUpThere = textLookup('https://resolver.example', async () => new Response(body))
    await expect(lookUpThere('a.example')).rejects.toThrow('the resolver sent no DNS message')
  })
})
