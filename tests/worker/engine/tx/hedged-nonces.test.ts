import { expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { hedgedNonces } from '../../../../worker/engine/tx/hedged-nonces.ts'

const repeating = createFallback((length) => new Uint8Array(length).fill(7))
const bytes = (value: number) => new Uint8Array(32).fill(value)
const texts = (nonces: Uint8Array[]) => nonces.map((nonce) => nonce.join())

test('a repeated random state repeats no nonce of another secret or context', () => {
  const nonces = [
    hedgedNonces(repeating, 3, bytes(1), bytes(2)),
    hedgedNonces(repeating, 3, bytes(1), bytes(3)),
    hedgedNonces(repeating, 3, bytes(4), bytes(2)),
    hedgedNonces(repeating, 3, bytes(1), bytes(2), bytes(5)),
  ]
  expect(new Set(nonces.flatMap(texts)).size).toBe(12)
  for (const nonce of nonces.flat()) expect(repeating.isCanonicalScalar(nonce)).toBe(true)
})

test('other randomness gives other nonces of the same secret and context', () => {
  let drawn = 0
  const crypto = createFallback((length) => new Uint8Array(length).fill(++drawn))
  const nonces = [0, 1].flatMap(() => texts(hedgedNonces(crypto, 2, bytes(1), bytes(2))))
  expect(new Set(nonces).size).toBe(4)
})
