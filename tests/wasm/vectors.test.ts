import { describe } from 'vitest'
import { moneroVectorCases } from './cases/monero_vectors.ts'
import { makeWasm } from './module.ts'

describe('wasm', () => moneroVectorCases(makeWasm))
