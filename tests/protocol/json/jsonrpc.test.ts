import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCall, writeAnswer } from '#protocol/json/jsonrpc.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const read = (text: string) => readCall(new TextEncoder().encode(text))
const parseError = { code: -32700, message: 'Parse error' }
const invalidRequest = { code: -32600, message: 'Invalid Request' }

describe('readCall', () => {
  test.each([
    [
      '{"jsonrpc":"2.0","id":"0","method":"m","params":{"a":1}}',
      { id: '0', method: 'm', params: { a: 1 } },
    ],
    ['{"method":"m"}', { id: undefined, method: 'm', params: undefined }],
    ['{"method":"m","id":null,"params":null}', { id: undefined, method: 'm', params: undefined }],
    ['{"method":"m","params":""}', { id: undefined, method: 'm', params: '' }],
    ['{"method":"m","id":{"a":["b"]}}', { id: { a: ['b'] }, method: 'm', params: undefined }],
    ['{"method":"m","id":18446744073709551615}', { id: 2n ** 64n - 1n, method: 'm' }],
    ['{"jsonrpc":"1.0","method":"m","id":7}', { id: 7, method: 'm' }],
  ])('%s', (text, call) => {
    expect(read(text)).toMatchObject(call)
  })

  test.each([
    ['[{"method":"m"}]', parseError],
    ['not JSON', parseError],
    ['{"method":"m","params":{"a":[1,"b"]}}', parseError],
    ['', invalidRequest],
    ['{}', invalidRequest],
    ['{"method":5}', invalidRequest],
    ['{"method":["m"]}', invalidRequest],
  ])('error: %s', (text, refusal) => {
    expect(read(text)).toEqual(refusal)
  })
})

/** Without members that are empty lists. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, each]) => !(Array.isArray(each) && !each.length))
  return Object.fromEntries(kept.map(([name, each]) => [name, copied(each)]))
}

describe('writeAnswer', () => {
  const written = (outcome: Parameters<typeof writeAnswer>[0], id?: unknown) =>
    JSON.parse(writeAnswer(outcome, id)) as unknown

  test('echoes the id', () => {
    for (const id of ['', 'a', 7, true, { a: ['b'] }])
      expect(written({ result: {} }, id)).toEqual({ id, jsonrpc: '2.0', result: {} })
  })

  test('echoes an id with the maximum nesting of a request', () => {
    const nested = (pairs: number) => '{"a":[{"b":'.repeat(pairs) + '1' + '}]}'.repeat(pairs)
    const call = read(`{"method":"m","id":${nested(49)}}`)
    expect(written({ result: {} }, 'id' in call && call.id)).toMatchObject({
      id: JSON.parse(nested(49)),
    })
    expect(read(`{"method":"m","id":${nested(50)}}`)).toEqual(parseError)
  })

  test('has a default id if the call had none', () => {
    const notFound = { code: -32601, message: 'Method not found' }
    expect(written({ result: {} })).toMatchObject({ id: 0 })
    expect(written({ error: parseError })).toEqual({ error: parseError, id: 0, jsonrpc: '2.0' })
    expect(written({ error: notFound })).toEqual({ error: notFound, id: '', jsonrpc: '2.0' })
  })

  test('writes integers bare, omits empty lists and undefined members', () => {
    const result = {
      amount: 2n ** 64n - 1n,
      empty: [],
      nothing: undefined,
      text: '',
      zero: 0,
      no: false,
      inner: [{ empty: [], kept: [1n] }],
    }
    expect(writeAnswer({ result }, 'x').replace(/\s+/g, '')).toBe(
      '{"id":"x","jsonrpc":"2.0","result":{"amount":18446744073709551615,"text":"","zero":0,' +
        '"no":false,"inner":[{"kept":[1]}]}}',
    )
  })

  test('omits empty lists at every level', () => {
    const { anything } = fc.letrec((tie) => ({
      anything: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(
          undefined,
          [],
          {},
          '',
          'a "quoted"\n line',
          'zło',
          null,
          true,
          7,
          2n ** 52n,
        ),
        // A list of JSON has no place for what is undefined.
        fc.array(
          tie('anything').map((item) => item ?? null),
          { maxLength: 3 },
        ),
        fc.dictionary(fc.constantFrom('a', 'b', 'ü', '"'), tie('anything'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('in', 'out', 'more'), anything),
        fc.constantFrom('0', [], { a: [] }),
        (result, id) => {
          const copy = { id, jsonrpc: '2.0', result: copied(result) }
          const plain = (_: string, value: unknown) =>
            typeof value === 'bigint' ? Number(value) : value
          expect(writeAnswer({ result }, id)).toBe(JSON.stringify(copy, plain, 2))
        },
      ),
      { seed: seed(), numRuns: count(500, 20_000) },
    )
  })

  test('adds details to the error message', () => {
    const error = { code: -32602, message: 'Invalid params', data: 'a: expected u64' }
    expect(written({ error }, 1)).toEqual({ error, id: 1, jsonrpc: '2.0' })
  })
})
