import { describe, expect, test } from 'vitest'
import { encodeBytewords } from '#protocol/ur/bytewords.ts'
import { writeNumbersAndBytes } from '#protocol/ur/cbor.ts'
import { mostUrBytes, mostUrFragments, readUr, UrWriter } from '#protocol/ur/ur.ts'

/** A part as a hostile sender writes it. */
const written = (path: string, numbers: number[], bytes = new Uint8Array(10)) =>
  `ur:bytes/${path}/${encodeBytewords(writeNumbersAndBytes(numbers, bytes))}`

describe('readUr', () => {
  test('reads upper and lower case, with spaces around', () => {
    const part = new UrWriter('xmr-output', new Uint8Array(100), 30).part(2)
    expect(part).toMatch(/^UR:XMR-OUTPUT\/2-4\/[A-Z]+$/)
    const expected = {
      type: 'xmr-output',
      part: { sequence: 2, count: 4, length: 102, bytes: new Uint8Array(26) },
    }
    for (const text of [part, part.toLowerCase(), ` ${part}\n`])
      expect(readUr(text)).toMatchObject(expected)
  })

  test('error: another text is no UR', () => {
    for (const text of ['', 'monero:48abc', 'urn:isbn:1', 'http://a/ur:b'])
      expect(readUr(text)).toBe('no-ur')
  })

  test('error: a path that differs from the content', () => {
    expect(readUr(written('2-3', [2, 3, 25, 7]))).not.toBe('damaged')
    expect(readUr(written('1-3', [2, 3, 25, 7]))).toBe('damaged')
    expect(readUr(written('2-4', [2, 3, 25, 7]))).toBe('damaged')
  })

  test('error: counts and lengths that do not belong together', () => {
    expect(readUr(written('0-3', [0, 3, 25, 7]))).toBe('damaged')
    expect(readUr(written('1-0', [1, 0, 0, 7]))).toBe('damaged')
    for (const length of [0, 20, 31])
      expect(readUr(written('1-3', [1, 3, length, 7]))).toBe('damaged')
    expect(readUr(written('1-3', [1, 3, 1, 7], new Uint8Array()))).toBe('damaged')
    expect(readUr(written('1-3', [1, 3, 25]))).toBe('damaged')
  })

  test('error: another type, path or encoding of numbers', () => {
    const [, body] = /\/([a-z]+)$/.exec(written('2-3', [2, 3, 25, 7]))!
    for (const path of [
      'ur:a_b/2-3',
      'ur:/2-3',
      'ur:bytes/2-3-4',
      'ur:bytes/x-3',
      'ur:bytes/2-3/4',
    ])
      expect(readUr(`${path}/${body}`)).toBe('damaged')
    // 2 in two bytes instead of one.
    const long = [0x85, 0x18, 2, 3, 25, 7, 0x41, 0]
    expect(readUr(`ur:bytes/2-3/${encodeBytewords(Uint8Array.from(long))}`)).toBe('damaged')
  })
})

describe('UrWriter', () => {
  test('writes at most 4096 fragments', () => {
    expect(new UrWriter('bytes', new Uint8Array(50_000), 10).count).toBeLessThanOrEqual(
      mostUrFragments,
    )
  })

  test('error: more bytes than a camera reads', () => {
    expect(() => new UrWriter('bytes', new Uint8Array(mostUrBytes), 300)).toThrow(
      /^bytes: expected at most 1048576, got 1048581$/,
    )
  })
})
