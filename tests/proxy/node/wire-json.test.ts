import { describe, expect, test } from 'vitest'
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { wireJson } from '../../../proxy/node/wire-json.ts'

/** The body with one character for each byte. */
function written(answer: unknown, ...id: unknown[]): string {
  const body = wireJson(answer, ...id)
  return typeof body === 'string' ? body : bytesToLatin1(body)
}

describe('wireJson', () => {
  test('orders names by their bytes, at any depth', () => {
    const answer = { status: 'OK', Z: 1, list: [{ b: 2n, a: 1n }], inner: { d: true, c: 'x' } }
    expect(written(answer)).toBe(
      '{"Z":1,"inner":{"c":"x","d":true},"list":[{"a":1,"b":2}],"status":"OK"}',
    )
  })

  test('leaves out empty lists, empty bytes and undefined, and keeps zeros', () => {
    const none = { a: [], b: new Uint8Array(), c: undefined, d: new BigUint64Array() }
    expect(written({ ...none, zero: 0n, no: false, text: '', inner: { none: [] } })).toBe(
      '{"inner":{},"no":false,"text":"","zero":0}',
    )
  })

  test('writes integers of 64 bits exactly', () => {
    expect(written({ most: 2n ** 64n - 1n, list: [2n ** 53n + 1n] })).toBe(
      '{"list":[9007199254740993],"most":18446744073709551615}',
    )
  })

  // As monerod does, for example in answers with `binary`.
  test('writes bytes as they are, and a list of byte strings as one string', () => {
    const [first, second] = [Uint8Array.of(1, 255), Uint8Array.of(128, 65)]
    const body = written({ blob: first, hashes: [first, second] })
    expect(body).toBe('{"blob":"\x01\xff","hashes":"\x01\xff\x80A"}')
  })

  test('writes output counts as a list, or as little-endian words if binary', () => {
    const distribution = BigUint64Array.of(1n, 0x4142n)
    expect(written({ distribution, binary: false })).toBe(
      '{"binary":false,"distribution":[1,16706]}',
    )
    const zeros = '\0'.repeat(6)
    expect(written({ distribution, binary: true })).toBe(
      `{"binary":true,"distribution":"\x01${zeros}\0BA${zeros}"}`,
    )
  })

  test('adds the envelope of /json_rpc with the id of the call', () => {
    expect(written({ b: 1, a: 2 }, 'x')).toBe('{"id":"x","jsonrpc":"2.0","result":{"a":2,"b":1}}')
    expect(written('ab', 0)).toBe('{"id":0,"jsonrpc":"2.0","result":"ab"}')
  })
})
