import { expect, test } from 'vitest'
import { inverseEight } from '../../../../worker/engine/base/inverse-eight.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

test('eight times the inverse is one', () => {
  const eight = Uint8Array.of(8, ...new Uint8Array(31))
  const one = Uint8Array.of(1, ...new Uint8Array(31))
  expect(crypto.scalarMultiply(inverseEight(crypto), eight)).toEqual(one)
})
