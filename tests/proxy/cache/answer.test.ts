import { describe, expect, test } from 'vitest'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { readAnswer, writtenId } from '../../../proxy/cache/answer.ts'

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(latin1ToBytes(piece))
      controller.close()
    },
  })

describe('readAnswer', () => {
  test('reads an answer of up to the bound', async () => {
    const headers = { 'content-type': 'text/x' }
    const response = new Response(streamOf('ab', 'cde'), { status: 404, headers })
    const read = await readAnswer(response, 5)
    const bytes = latin1ToBytes('abcde')
    expect(read).toEqual({ answer: { status: 404, contentType: 'text/x', bytes } })
  })

  test('reads an answer without a body', async () => {
    const read = await readAnswer(new Response(null, { status: 500 }), 5)
    expect(read).toEqual({
      answer: { status: 500, contentType: '', bytes: new Uint8Array() },
    })
  })

  test('a longer one is a response with the pieces that were read and the rest', async () => {
    const headers = { 'content-type': 'text/x' }
    const read = await readAnswer(new Response(streamOf('abc', 'def', 'ghi'), { headers }), 5)
    if (!('longer' in read)) throw new Error('the answer was read whole')
    expect(read.longer.headers.get('content-type')).toBe('text/x')
    expect(await read.longer.text()).toBe('abcdefghi')
  })

  test('one that is announced to be longer is not read', async () => {
    const headers = { 'content-length': '6' }
    const response = new Response(streamOf('abcdef'), { headers })
    expect(await readAnswer(response, 5)).toEqual({ longer: response })
    expect(response.bodyUsed).toBe(false)
  })

  test('error: a failure after the bound reaches the reader of the stream', async () => {
    let pieces = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces++ < 2) controller.enqueue(new Uint8Array(4))
        else controller.error(new Error('connection reset'))
      },
    })
    const read = await readAnswer(new Response(body), 5)
    if (!('longer' in read)) throw new Error('the answer was read whole')
    await expect(read.longer.arrayBuffer()).rejects.toThrow('connection reset')
  })
})

describe('writtenId', () => {
  test('has one character for each byte', () => {
    expect(writtenId('é')).toBe('"\xc3\xa9"')
    expect(writtenId('x'.repeat(64))).toHaveLength(66)
  })

  test('an integer that is not exact has no form', () => {
    expect(writtenId(2 ** 53)).toBeUndefined()
  })
})
