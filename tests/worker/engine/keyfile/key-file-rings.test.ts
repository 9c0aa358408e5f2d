import { describe, expect, test } from 'vitest'
import {
  ringsFromBytes,
  ringsToBytes,
  type KeyFileRings,
} from '../../../../worker/engine/keyfile/key-file-rings.ts'
import { encodeRecord } from '../../../../worker/engine/store/codec.ts'
import { WalletDamaged } from '../../../../worker/engine/store/errors.ts'

const key = 'ab'.repeat(32)
const record = {
  real: 99_000_000,
  candidates: [99_000_000, 5, 131_000_000],
  height: 3_300_000n,
}
const finished = {
  ...record,
  ring: [5, 99_000_000],
  answer: { daemon: 'http://node:18081', points: new Uint8Array(128).fill(7) },
  refused: [{ daemon: '', claims: ['5 locked'] }],
}

describe('ring records of a key file', () => {
  test('are parsed to the written value', () => {
    const rings: KeyFileRings = new Map([
      [key, finished],
      ['cd'.repeat(32), record],
    ])
    expect(ringsFromBytes(ringsToBytes(rings))).toEqual(rings)
  })

  test.each([
    ['no list', { a: 1 }],
    ['an entry without a record', [[key]]],
    ['an entry with more', [[key, record, 1]]],
    ['a key of another length', [['abcd', record]]],
    ['a list without the output', [[key, { ...record, real: 6 }]]],
    ['an index that is no number', [[key, { ...record, candidates: [99_000_000, 'a'] }]]],
    ['no height', [[key, { ...record, height: undefined }]]],
    ['a ring that is no list', [[key, { ...finished, ring: 5 }]]],
    ['an answer without a daemon', [[key, { ...finished, answer: { points: new Uint8Array() } }]]],
    ['a refusal without claims', [[key, { ...finished, refused: [{ daemon: 'a' }] }]]],
    ['a claim that is no text', [[key, { ...finished, refused: [{ daemon: 'a', claims: [1] }] }]]],
  ])('error: %s', (_, content) => {
    expect(() => ringsFromBytes(encodeRecord(content))).toThrow(WalletDamaged)
  })

  test('error: a text that is not UTF-8', () => {
    const bytes = ringsToBytes(new Map([[key, finished]]))
    bytes[bytes.indexOf('h'.charCodeAt(0))] = 0xff
    expect(() => ringsFromBytes(bytes)).toThrow(WalletDamaged)
  })

  test('error: cut short anywhere', () => {
    const bytes = ringsToBytes(new Map([[key, finished]]))
    for (let length = 0; length < bytes.length; length++)
      expect(() => ringsFromBytes(bytes.subarray(0, length))).toThrow(WalletDamaged)
  })
})
