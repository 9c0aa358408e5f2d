import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Decimal, JsonError, parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'
import { parseRequest } from '#protocol/json/request-json.ts'
import { count, seed } from '../../support/random/case-counts.ts'

type Recorded = { path: string; body: string; status: number; answer: string }
const bytes = (latin1: string) => Uint8Array.from(latin1, (char) => char.charCodeAt(0))
const recorded: Recorded[] = JSON.parse(
  readFileSync(new URL('../../vectors/json/doors.json', import.meta.url), 'utf8'),
)

/** Doubles by value: the reference echoes them with six digits. */
function plain(value: unknown): unknown {
  if (value instanceof Decimal) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

function read(body: string) {
  try {
    return parseRequest(bytes(body))
  } catch (error) {
    expect(error).toBeInstanceOf(JsonError)
    return undefined
  }
}

type Envelope = { id: unknown; error?: { code: number } }
const calls = recorded
  .filter(({ path, status }) => path === '/json_rpc' && status === 200)
  .map(({ body, answer }) => ({ body, answer: parseJsonBytes(bytes(answer)) as Envelope }))
const codeOf = ({ answer }: { answer: Envelope }) => answer.error?.code

describe('parseRequest', () => {
  test.each(calls)(
    'rejects a request exactly if monerod answers Parse error: $body',
    ({ body, answer }) => {
      expect(read(body) === undefined).toBe(codeOf({ answer }) === -32700)
    },
  )

  test.each(calls.filter((call) => call.body.includes('"id"') && codeOf(call) === undefined))(
    'parses the requests whose id monerod echoes: $body',
    ({ body, answer }) => {
      expect(plain(read(body)!.id ?? 0)).toStrictEqual(plain(answer.id))
    },
  )

  test('__proto__ is an ordinary name', () => {
    const request = parseRequest(bytes('{"__proto__":{"a":1},"b":{"__proto__":{"c":2}}}'))
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype)
    expect((request as { a?: unknown }).a).toBe(undefined)
    expect(Object.keys(request)).toStrictEqual(['__proto__', 'b'])
    expect((request.b as { c?: unknown }).c).toBe(undefined)
  })

  test('absent values are omitted, or kept for a request that is forwarded', () => {
    const body = bytes('{"a":null,"b":[],"c":{"d":[]},"e":1,"e":null,"f":[2],"f":[],"":null}')
    expect(parseRequest(body)).toStrictEqual({ c: {}, e: 1, f: [2] })
    expect(parseRequest(body, { keepsEmpty: true })).toStrictEqual({
      a: null,
      b: [],
      c: { d: [] },
      e: 1,
      f: [2],
    })
  })

  test('error: the message contains the position, but not the content', () => {
    expect(() => parseRequest(bytes('{"seed":vixen}'))).toThrow(
      new JsonError('expected a value', 13),
    )
  })

  test.each(['-0-.5', '-0-0.', '-0.', '-.0', '5-.5', '-0.0', '1e3.'])(
    'the written form of %s is parsed again',
    (number) => {
      const written = stringifyJson(parseRequest(bytes(`{"id":${number}}`)))
      expect(stringifyJson(parseJsonBytes(bytes(written)))).toBe(written)
      expect(stringifyJson(parseRequest(bytes(written)))).toBe(written)
    },
  )

  test('handles large and hostile bodies within the timeout', () => {
    for (const part of ['{"a":', '[', '"', '\\', '1', '{"a":[', '0', ' ', 'e', '{"a":{},'])
      read(part.repeat(500_000))
    expect(read(`{"a":[${'1000000,'.repeat(50_000)}1]}`)!.a).toHaveLength(50_001)
    expect(read(`{"a":"${'\\n'.repeat(500_000)}"}`)!.a).toHaveLength(500_000)
    expect(read(`{"a":${'0'.repeat(500_000)}7}`)!.a).toBe(7)
    expect(read(`{"a":${'7'.repeat(500_000)}}`)).toBe(undefined)
  })

  test('error: more values than one in eight bytes', () => {
    expect(read(`{"a":[${'1,'.repeat(16_000)}1]}`)!.a).toHaveLength(16_001)
    expect(read(`{"a":[${'1,'.repeat(30_000)}1]}`)).toBe(undefined)
    expect(read(`{"a":[${'{},'.repeat(30_000)}{}]}`)).toBe(undefined)
    expect(read(`{${'"b":{"c":0},'.repeat(50_000)}"a":0}`)).toBe(undefined)
  })

  test('parses the output of stringifyJson, as far as the reference supports it', () => {
    const leaf = fc.oneof(
      fc.bigInt(0n, 2n ** 64n - 1n).filter((value) => value > 2n ** 53n),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    )
    const names = fc.string({ minLength: 1, unit: 'grapheme' })
    const requests = fc.dictionary(
      names,
      fc.oneof(
        leaf,
        fc.array(fc.nat(), { minLength: 1 }),
        fc.dictionary(names, leaf, { noNullPrototype: true }),
      ),
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(requests, (request) => {
        const body = new TextEncoder().encode(stringifyJson(request))
        // Not toStrictEqual, which takes a member named constructor for the type.
        expect(parseRequest(body)).toEqual(request)
      }),
      { numRuns: count(300, 30_000), seed: seed() },
    )
  })
})
