import { expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { keccakCases } from '../cases/keccak.ts'
import { realTransactionCases } from '../cases/real_transactions.ts'

keccakCases(createFallback)
realTransactionCases(createFallback)

test('the fallback has the kind "fallback", and no CryptoNight', () => {
  const crypto = createFallback(seededRandom(0))
  expect(crypto.kind).toBe('fallback')
  expect(crypto.scanKernel).toBe('fallback')
  expect(crypto.cryptonight).toBeUndefined()
})
