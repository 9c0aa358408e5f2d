import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { methodIn } from '#protocol/json/method-scan.ts'
import { readCall } from '#protocol/json/jsonrpc.ts'

const scan = (text: string) => methodIn(utf8ToBytes(text))

describe('methodIn', () => {
  test.each([
    ['first', '{"method":"a","params":{"x":[1,{"y":"z"}]}}', 'a'],
    ['last', '{"params":{"x":[1,{"y":"z"}]},"id":"0","method":"a"}', 'a'],
    ['with white space', ' \n{ "jsonrpc" : "2.0" , "method" :\t"a" }', 'a'],
    ['given twice', '{"method":"a","method":"b"}', 'b'],
    ['before incomplete params', '{"method":"a","params":{"x":"12', 'a'],
    ['after an escaped quote', String.raw`{"id":"\"method\":\\","method":"a"}`, 'a'],
    ['before text that is not part of the request', '{"method":"a"}{"method":"b"}', 'a'],
  ])('finds a method %s', (_, text, method) => {
    expect(scan(text)).toBe(method)
  })

  test.each([
    ['of an inner object', '{"params":{"method":"a"}}'],
    ['in a list', '[{"method":"a"}]'],
    ['that is a number', '{"method":5,"id":"a"}'],
    ['that is an object', '{"method":{"b":"a"},"id":"c"}'],
    ['that is not complete', '{"method":"a'],
    ['whose name is a value', '{"id":"method","x":"a"}'],
    ['with an escape', String.raw`{"method":"\u0061"}`],
    ['with a long name', `{"method":"${'a'.repeat(65)}"}`],
    ['in an empty request', ''],
  ])('finds no method %s', (_, text) => {
    expect(scan(text)).toBeUndefined()
  })

  test('finds the method that the reader finds, in every request of plain text', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc{}[]:,"\\ ') })
    const json = fc.jsonValue()
    fc.assert(
      fc.property(fc.constantFrom('a', 'get_info'), json, plain, (method, params, id) => {
        const text = JSON.stringify({ id, params: { params }, method, x: id })
        const read = readCall(utf8ToBytes(text))
        // Lists of mixed types are JSON, but not a request.
        if ('method' in read) expect(scan(text)).toBe(read.method)
      }),
    )
  })

  test('reads a request that nests deeper than the stack', () => {
    expect(scan(`{"params":${'['.repeat(1_000_000)}`)).toBeUndefined()
    expect(scan(`{"method":"a","params":${'{"a":'.repeat(1_000_000)}`)).toBe('a')
  })

  test('reads many escapes in linear time', () => {
    expect(scan(`{"id":"${'\\'.repeat(2_000_000)}","method":"a"}`)).toBe('a')
    expect(scan(`{"id":"${String.raw`\"`.repeat(1_000_000)}","method":"a"}`)).toBe('a')
  })
})
