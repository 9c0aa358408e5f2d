import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  Decimal,
  JsonError,
  parseJson,
  parseJsonBytes,
  stringifyJson,
  stringifyJsonBody,
  stringifyJsonBytes,
} from '#protocol/json/json.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('parseJson', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['-17', -17],
    ['999999999999999', 999999999999999],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', -9007199254740992n],
    ['18446744073709551615', 18446744073709551615n],
    ['340282366920938463463374607431768211455', 340282366920938463463374607431768211455n],
  ])('integer %s is exact', (text, value) => {
    expect(parseJson(text)).toBe(value)
    expect(Object.is(parseJson(text), -0)).toBe(false)
  })

  test.each(['1e0', '1.0', '-0.5', '0e1', '1E+2', '12.50e-3'])(
    'literal %s keeps its text and is not an integer',
    (text) => {
      const value = parseJson(text)
      expect(value).toStrictEqual(new Decimal(text))
      expect(Number(value)).toBe(JSON.parse(text))
      expect(stringifyJson(value)).toBe(text)
    },
  )

  test('integers are bigints if requested', () => {
    expect(parseJson('{"a":[1,-2,0],"b":1.5}', { integers: 'bigint' })).toStrictEqual({
      a: [1n, -2n, 0n],
      b: new Decimal('1.5'),
    })
  })

  test('parses the strings that monero writes: raw control characters and \\v', () => {
    expect(parseJson('{"a":"\u0000\u0001\n\\v\\u0041\\/\\\'\u007f"}')).toStrictEqual({
      a: "\u0000\u0001\n\vA/'\u007f",
    })
  })

  test('the last of several equal names takes effect', () => {
    expect(parseJson('{"a":1,"b":2,"a":3}')).toStrictEqual({ a: 3, b: 2 })
  })

  test('__proto__ and constructor are ordinary names', () => {
    const value = parseJson('{"__proto__":{"admin":true},"constructor":1}') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect((value as { admin?: boolean }).admin).toBe(undefined)
    expect(Object.entries(value)).toStrictEqual([
      ['__proto__', { admin: true }],
      ['constructor', 1],
    ])
    expect(stringifyJson(value)).toBe('{"__proto__":{"admin":true},"constructor":1}')
  })

  test.each([
    ['', 'unexpected end', 0],
    ['  ', 'unexpected end', 2],
    ['{"a":1', 'expected a comma or the end of an object', 6],
    ['{"a" 1}', 'expected a colon', 5],
    ['{a:1}', 'expected a name', 1],
    ['{"a":1,}', 'expected a name', 7],
    ['[1,]', 'expected a value', 3],
    ['[1 2]', 'expected a comma or the end of an array', 3],
    ['[1] 2', 'expected the end', 4],
    ['"abc', 'unterminated string', 1],
    ['"a\\', 'unterminated string', 1],
    ['"\\x"', 'unknown escape', 2],
    ['"\\u12g4"', 'unknown escape', 2],
    ['nul', 'expected a value', 0],
    ['True', 'expected a value', 0],
    ['01', 'malformed number', 0],
    ['1.', 'malformed number', 0],
    ['.5', 'expected a value', 0],
    ['-', 'malformed number', 0],
    ['+1', 'expected a value', 0],
    ['1e', 'malformed number', 0],
    ['NaN', 'expected a value', 0],
    ['1'.repeat(101), 'expected an integer of at most 100 digits', 0],
  ])('error: %j', (text, problem, position) => {
    expect(() => parseJson(text)).toThrow(new JsonError(problem, position))
  })

  test('accepts 100 levels, and rejects 101', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(stringifyJson(parseJson(nested(100)))).toBe(nested(100))
    expect(() => parseJson(nested(101))).toThrow(JsonError)
    expect(() => parseJson('{"a":'.repeat(1e6))).toThrow('expected at most 100 nested levels')
  })

  test('error: the message does not contain the text', () => {
    const secret = '{"mnemonic":"vixen sewage"'
    expect(() => parseJson(secret)).toThrow(/^JSON: expected a comma .* at position 26$/)
  })

  test('agrees with JSON.parse on all JSON of small integers', () => {
    const numbers = fc.integer().map((value) => value | 0)
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        numbers,
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree')),
        fc.dictionary(fc.string({ unit: 'grapheme' }), tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        // Not toStrictEqual, which takes a member named constructor for the type.
        expect(parseJson(text)).toEqual(JSON.parse(text))
        expect(stringifyJson(value, indent)).toBe(text)
      }),
      { numRuns: count(300, 20_000), seed: seed() },
    )
  })

  test('mutated text is parsed or rejected with a JsonError, in agreement with JSON.parse', () => {
    const text = '{"id":"0","list":[1,-2,3e4,{"k":"\\n\\u0041"}],"t":true,"n":null}'
    const edits = fc.array(
      fc.tuple(fc.nat(text.length), fc.constantFrom(...'{}[]",:0-9eE.\\ untf')),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(edits, (changes) => {
        const chars = [...text]
        for (const [at, char] of changes) chars[at] = char
        const garbled = chars.join('')
        let ours: unknown
        try {
          ours = parseJson(garbled)
        } catch (error) {
          expect(error).toBeInstanceOf(JsonError)
          // What we refuse is no JSON.
          expect(() => JSON.parse(garbled)).toThrow(SyntaxError)
          return
        }
        const again = (json: string) => JSON.stringify(JSON.parse(json))
        expect(again(stringifyJson(ours))).toBe(again(garbled))
      }),
      { numRuns: count(2000, 200_000), seed: seed() },
    )
  })
})

describe('parseJsonBytes', () => {
  test('bytes of UTF-8 become text', () => {
    expect(parseJsonBytes(new TextEncoder().encode('{"label":"Привет 🌒"}'))).toStrictEqual({
      label: 'Привет 🌒',
    })
  })

  test('bytes that are not UTF-8 become one character each', () => {
    const body = latin1('{"binary":"\x00\xff\xfe\x80\x9f\x1b","status":"OK"}')
    expect(parseJsonBytes(body)).toStrictEqual({ binary: '\x00\xff\xfe\x80\x9f\x1b', status: 'OK' })
  })

  test('strings stay bytes on request, even if they are valid UTF-8', () => {
    const body = latin1('{"binary":"\xc3\xa9"}')
    expect(parseJsonBytes(body)).toStrictEqual({ binary: 'é' })
    expect(parseJsonBytes(body, { text: 'bytes' })).toStrictEqual({ binary: '\xc3\xa9' })
  })
})

describe('answers of monerod', () => {
  const recorded: { body: string; answer: string }[] = JSON.parse(
    readFileSync(new URL('../../vectors/json/binary.json', import.meta.url), 'utf8'),
  )

  test('a binary distribution contains eight bytes for each block', () => {
    const { answer } = recorded.find(({ body }) => body.endsWith('"binary":true}}'))!
    const envelope = parseJsonBytes(latin1(answer), { text: 'bytes' }) as {
      result: { distributions: { distribution: string }[] }
    }
    expect(latin1(envelope.result.distributions[0]!.distribution)).toStrictEqual(
      new Uint8Array(new BigUint64Array([0n, 1n, 1n, 1n, 1n, 1n]).buffer),
    )
  })

  test.each(recorded)(
    '$body is parsed as JSON.parse does, if the answer is standard JSON',
    (call) => {
      const { answer } = call
      let expected: unknown
      try {
        expected = JSON.parse(answer)
      } catch {
        // Raw bytes: no JSON for the platform, which is why we have our own.
        expect(answer).toMatch(/"[^"]*[\0-\x1f][^"]*"/)
      }
      const value = parseJsonBytes(latin1(answer))
      if (expected !== undefined) expect(JSON.parse(stringifyJson(value))).toStrictEqual(expected)
      expect(parseJsonBytes(stringifyJsonBytes(value))).toStrictEqual(value)
    },
  )
})

describe('stringifyJsonBody', () => {
  test('returns a string if the JSON is ASCII, and bytes otherwise', () => {
    expect(stringifyJsonBody({ text: 'a', at: 1n })).toBe('{"text":"a","at":1}')
    const value = { text: 'é', binary: Uint8Array.of(0x80, 0) }
    expect(stringifyJsonBody(value)).toStrictEqual(stringifyJsonBytes(value))
  })
})

describe('stringifyJsonBytes', () => {
  test('bytes are written raw, with the escapes of monero; text is UTF-8', () => {
    const binary = Uint8Array.from([0, 8, 9, 10, 11, 12, 13, 0x22, 0x2f, 0x5c, 0x7f, 0x80, 0xff])
    expect(stringifyJsonBytes({ binary, text: 'é/' })).toStrictEqual(
      latin1('{"binary":"\0\\b\\t\\n\\v\\f\\r\\"\\/\\\\\x7f\x80\xff","text":"\xc3\xa9/"}'),
    )
  })

  test('any bytes are parsed unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (binary) => {
        const back = parseJsonBytes(stringifyJsonBytes({ binary }), { text: 'bytes' })
        expect(latin1((back as { binary: string }).binary)).toStrictEqual(binary)
      }),
      { numRuns: count(300, 20_000), seed: seed() },
    )
  })
})

describe('stringifyJson', () => {
  test('bigints are bare, undefined members are left out', () => {
    expect(stringifyJson({ amount: 18446744073709551615n, label: undefined, list: [] })).toBe(
      '{"amount":18446744073709551615,"list":[]}',
    )
  })

  test.each([[NaN], [Infinity], [undefined], [() => 1], [Symbol('s')]])(
    'error: %s cannot be written as JSON',
    (value) => {
      expect(() => stringifyJson([value])).toThrow(TypeError)
    },
  )

  test('error: an object that contains itself', () => {
    const loop: { self?: object } = {}
    loop.self = loop
    expect(() => stringifyJson(loop)).toThrow('JSON: nested deeper than 200')
  })
})
