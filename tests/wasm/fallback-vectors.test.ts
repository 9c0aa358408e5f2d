import { describe } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { count } from '../support/random/case-counts.ts'
import { moneroVectorCases } from './cases/monero_vectors.ts'

describe('fallback', () => {
  // A ring of a hundred keys takes a quarter of a second.
  moneroVectorCases(createFallback, count(40, 1))
})
