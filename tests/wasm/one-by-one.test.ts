import { expect, test } from 'vitest'
import { oneByOne } from '#wasm/one-by-one.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

const many = oneByOne({
  keyDerivation: (publicKey, secret) => (publicKey[0] ? key(publicKey[0] + secret[0]!) : undefined),
  isInMainSubgroup: (point) => point[0]! % 2 === 0,
})

test('derivations keep the order of the keys, and are undefined for invalid points', () => {
  expect(many.keyDerivations([key(1), key(0), key(3)], key(10))).toEqual([
    key(11),
    undefined,
    key(13),
  ])
  expect(many.keyDerivations([], key(10))).toEqual([])
})

test('areInMainSubgroup is true only if all points are in the main subgroup', () => {
  expect(many.areInMainSubgroup([key(2), key(4)])).toBe(true)
  expect(many.areInMainSubgroup([key(2), key(3)])).toBe(false)
  expect(many.areInMainSubgroup([])).toBe(true)
})
