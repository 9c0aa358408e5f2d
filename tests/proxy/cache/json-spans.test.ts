import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { parseJson, stringifyJsonBytes } from '#protocol/json/json.ts'
import { memberSpans, spanText } from '../../../proxy/cache/json-spans.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const membersOf = (text: string, start = 0) => {
  const bytes = latin1ToBytes(text)
  const spans = memberSpans(bytes, start)
  return spans && Object.fromEntries([...spans].map(([name, at]) => [name, spanText(bytes, at)]))
}

describe('memberSpans', () => {
  test.each([
    ['{}', {}],
    [' { } ', {}],
    ['{"a":1}', { a: '1' }],
    ['{\r\n  "id": "0",\r\n  "n": -7\r\n}', { id: '"0"', n: '-7' }],
    ['{"a":{"b":[1,{"c":"}"}]},"d":true}', { a: '{"b":[1,{"c":"}"}]}', d: 'true' }],
    ['{"a":"\\"","b":"\\\\","c":"\\\\\\""}', { a: '"\\""', b: '"\\\\"', c: '"\\\\\\""' }],
    ['{"a":"\x00\xff{[,:\n","b":[]}', { a: '"\x00\xff{[,:\n"', b: '[]' }],
    ['{"a":1,"a":2}', { a: '2' }],
    ['{"a":1} and more', { a: '1' }],
  ])('finds the members of %j', (text, members) => {
    expect(membersOf(text)).toEqual(members)
  })

  test('finds those of an object inside', () => {
    expect(membersOf('{"result": {"status": "OK"}}', 11)).toEqual({ status: '"OK"' })
  })

  test('the text of a long value is empty', () => {
    expect(membersOf(`{"a":"${'x'.repeat(300)}"}`)).toEqual({ a: '' })
  })

  test.each([
    '',
    'null',
    '[]',
    '"a"',
    '{',
    '{"a"',
    '{"a":',
    '{"a":}',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a":"x}',
    '{"a":"x\\"}',
    '{"a":[1}',
    '{"a":[1',
    '{a:1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
  ])('error: %j is not a complete object', (text) => {
    expect(membersOf(text)).toBeUndefined()
  })

  test('error: bytes without an end take time linear in their number', () => {
    for (const part of ['\\', '\\"', '{"a":', '[', '"'])
      expect(membersOf(`{"a":"${part.repeat(300_000)}`)).toBeUndefined()
  })

  test('each value is that of the parser', () => {
    const bytes = fc.uint8Array({ maxLength: 8 })
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        bytes,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { noNullPrototype: true }),
        (object) => {
          const written = stringifyJsonBytes(object)
          const spans = memberSpans(written)!
          const latin1 = Buffer.from(written).toString('latin1')
          const found = [...spans].map(([name, at]) => [
            name,
            parseJson(latin1.slice(at.start, at.end)),
          ])
          expect(Object.fromEntries(found)).toEqual(parseJson(latin1))
        },
      ),
      { numRuns: count(200, 20_000), seed: seed() },
    )
  })
})
