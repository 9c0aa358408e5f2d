import { describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { allCases } from './cases/all.ts'

describe('fallback', () => {
  allCases(createFallback)

  test('says that it is', () => {
    expect(createFallback(seededRandom(0)).kind).toBe('fallback')
  })
})
