import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { SlicedResponse } from '../../../server/http/sliced-response.ts'

const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** The head of an answer, and its body. */
async function answered(answer: (response: SlicedResponse) => unknown, method = 'GET') {
  const server = createServer({ ServerResponse: SlicedResponse }, (_, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => (server.closeAllConnections(), server.close()))
  const { port } = server.address() as AddressInfo
  const [head] = (await once(send({ port, method }).end(), 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of head) pieces.push(piece as Buffer)
  return { headers: head.headers, body: Buffer.concat(pieces) }
}

const long = Buffer.from(Uint8Array.from({ length: 1_000_001 }, (_, at) => at % 251))

describe('a response', () => {
  test.each([0, 1, 65_536, 65_537, 131_072, 1_000_001])('sends %i bytes', async (length) => {
    const bytes = long.subarray(0, length)
    const { headers, body } = await answered((response) => response.end(bytes))
    expect(body.equals(bytes)).toBe(true)
    expect(headers['content-length']).toBe(String(length))
  })

  test('sends text in its encoding', async () => {
    const text = 'ñ€𝕏'.repeat(40_000)
    const utf8 = await answered((response) => response.end(text))
    expect(utf8.body.toString()).toBe(text)
    expect(utf8.headers['content-length']).toBe(String(Buffer.byteLength(text)))
    const latin1 = await answered((response) => response.end('ñ'.repeat(100_000), 'latin1'))
    expect(latin1.body.equals(Buffer.alloc(100_000, 0xf1))).toBe(true)
  })

  test('keeps a head that is written, and pieces before the end', async () => {
    const { headers, body } = await answered((response) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' })
      response.write('abc')
      response.end(long)
    })
    expect(headers['content-length']).toBeUndefined()
    expect(body.equals(Buffer.concat([Buffer.from('abc'), long]))).toBe(true)
  })

  test('has no body when only the head is requested', async () => {
    const { headers, body } = await answered((response) => response.end(long), 'HEAD')
    expect(headers['content-length']).toBe(String(long.length))
    expect(body).toHaveLength(0)
  })

  test('calls back when all is written', async () => {
    const calls: string[] = []
    await answered((response) => response.end(long, () => calls.push('bytes')))
    await answered((response) =>
      response.end(long.toString('latin1'), 'latin1', () => calls.push('text')),
    )
    await answered((response) => response.end(() => calls.push('nothing')))
    expect(calls).toEqual(['bytes', 'text', 'nothing'])
  })

  test('ends once', async () => {
    const errors: unknown[] = []
    const { body } = await answered((response) => {
      response.end(long)
      try {
        response.end('more')
      } catch (error) {
        errors.push(error)
      }
    })
    expect(body.equals(long)).toBe(true)
    expect(errors).toEqual([new Error('end was called twice')])
  })

  test('knows the memory of a long body until it is sent, and of no other', async () => {
    const seen: unknown[] = []
    await answered((response) => {
      response.once('finish', () => seen.push(response.bodyBuffer))
      response.end(long)
      seen.push(response.bodyBuffer, response.ownBytes)
      response.once('close', () => seen.push(response.bodyBuffer))
    })
    await answered((response) => {
      response.end('short')
      seen.push(response.bodyBuffer)
    })
    expect(seen.map((value) => (value === long.buffer ? 'long' : value))).toEqual([
      'long',
      0,
      'long',
      undefined,
      undefined,
    ])
  })
})
