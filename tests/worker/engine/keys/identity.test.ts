import { expect, test } from 'vitest'
import { identity, isIdentity } from '../../../../worker/engine/keys/identity.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

test('the identity is the difference of a point and itself', () => {
  const point = crypto.multiplyBase(crypto.randomScalar())
  expect(crypto.pointSubtract(point, point)).toEqual(identity)
  expect(crypto.pointAdd(point, identity)).toEqual(point)
})

test('no other bytes are the identity', () => {
  expect(isIdentity(identity.slice())).toBe(true)
  for (const other of [new Uint8Array(32), crypto.multiplyBase(identity), Uint8Array.of(1)])
    expect(isIdentity(other)).toBe(false)
})
