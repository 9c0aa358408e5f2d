import { encode } from '@dnsquery/dns-packet'
import { describe, expect, test } from 'vitest'
import { countsFit } from '#protocol/network/dns-message.ts'

const question = { type: 'TXT', name: '.' } as const
const record = { ...question, ttl: 0, data: [] }

/** The shortest message with one question and one record of each section. */
const message = encode({
  type: 'response',
  id: 0,
  questions: [question],
  answers: [record],
  authorities: [record],
  additionals: [record],
})

describe('the counts of a DNS message', () => {
  test('fit exactly', () => {
    expect(message).toHaveLength(12 + 5 + 3 * 11)
    expect(countsFit(message)).toBe(true)
  })

  test.each([
    ['a question', 5],
    ['an answer', 7],
    ['an authority', 9],
    ['an additional record', 11],
  ])('do not fit with %s too many', (_, at) => {
    const more = message.slice()
    more[at]!++
    expect(countsFit(more)).toBe(false)
  })

  test('do not fit without the last byte, or without a header', () => {
    expect(countsFit(message.subarray(0, -1))).toBe(false)
    for (let length = 0; length < 12; length++)
      expect(countsFit(new Uint8Array(length))).toBe(false)
    expect(countsFit(new Uint8Array(12))).toBe(true)
  })

  test('are read from a part of a buffer', () => {
    expect(countsFit(Uint8Array.of(255, ...message).subarray(1))).toBe(true)
  })
})
