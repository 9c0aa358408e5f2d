import { describe, expect, test } from 'vitest'
import { Writer } from '#protocol/chain/writer.ts'
import { packed } from '#protocol/daemon/packed.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import {
  bytesToLatin1,
  bytesToU64,
  bytesToU64s,
  copyKey,
  dataView,
  joinBytes,
  latin1ToBytes,
  sameBytes,
  u64sToBytes,
  u64ToBytes,
} from '#protocol/bytes.ts'

/** More than can be arguments of one call. */
const many = 200_000

describe('joinBytes', () => {
  test('concatenates', () => {
    expect(joinBytes([])).toEqual(new Uint8Array())
    expect(joinBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])).toEqual(
      Uint8Array.of(1, 2, 3),
    )
  })

  test('takes any number of parts', () => {
    const parts = new Array<Uint8Array>(many).fill(Uint8Array.of(1, 2))
    expect(joinBytes(parts)).toHaveLength(2 * many)
    const writer = new Writer()
    for (const part of parts) writer.raw(part)
    expect(writer.bytes()).toHaveLength(2 * many)
    expect(epeeFrom({ ids: packed(2) }, { ids: parts }).length).toBeGreaterThan(2 * many)
  })
})

describe('sameBytes', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i)

  test('is true for equal bytes, for views and for empty arrays', () => {
    expect(sameBytes(key, key.slice())).toBe(true)
    expect(sameBytes(joinBytes([key, key]).subarray(32), key)).toBe(true)
    expect(sameBytes(new Uint8Array(), new Uint8Array())).toBe(true)
  })

  test.each([0, 15, 31])('is false if byte %i differs', (at) => {
    const other = key.slice()
    other[at]! ^= 0x80
    expect(sameBytes(key, other)).toBe(false)
  })

  test('is false if one value is a prefix of the other', () => {
    expect(sameBytes(key.subarray(0, 31), key)).toBe(false)
    expect(sameBytes(key, key.subarray(0, 31))).toBe(false)
    expect(sameBytes(new Uint8Array(), key)).toBe(false)
  })
})

describe('u64', () => {
  test('is eight bytes, little endian', () => {
    expect(u64ToBytes(0x0102_0304_0506_0708n)).toEqual(Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1))
    expect(u64ToBytes(2n ** 64n - 1n)).toEqual(new Uint8Array(8).fill(255))
  })

  test('is read at an offset of a view', () => {
    const bytes = joinBytes([Uint8Array.of(9), u64sToBytes([1n, 2n ** 63n])]).subarray(1)
    expect(bytesToU64(bytes)).toBe(1n)
    expect(bytesToU64(bytes, 8)).toBe(2n ** 63n)
    expect(bytesToU64s(bytes)).toEqual([1n, 2n ** 63n])
    expect(dataView(bytes).byteLength).toBe(16)
  })

  test('error: fewer than eight bytes', () => {
    expect(() => bytesToU64(new Uint8Array(7))).toThrow(RangeError)
  })

  test('a BigUint64Array and a list of bigints have the same bytes', () => {
    expect(u64sToBytes(BigUint64Array.of(3n, 4n))).toEqual(u64sToBytes([3n, 4n]))
  })
})

describe('latin1', () => {
  test('is one character for each byte, including 0x80 to 0x9f', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const text = bytesToLatin1(bytes)
    expect(text).toHaveLength(256)
    expect(text.charCodeAt(0x80)).toBe(0x80)
    expect(latin1ToBytes(text)).toEqual(bytes)
  })

  test('converts long values', () => {
    const bytes = new Uint8Array(300_000).fill(0xe9)
    expect(latin1ToBytes(bytesToLatin1(bytes))).toEqual(bytes)
  })
})

describe('copyKey', () => {
  test('copies 32 bytes', () => {
    const from = Uint8Array.from({ length: 40 }, (_, i) => i)
    const to = new Uint8Array(40).fill(99)
    copyKey(from, 3, to, 5)
    expect(to.subarray(5, 37)).toEqual(from.subarray(3, 35))
    expect([...to.subarray(0, 5), ...to.subarray(37)]).toEqual(new Array(8).fill(99))
  })
})
