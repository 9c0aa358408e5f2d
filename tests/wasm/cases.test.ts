import { describe } from 'vitest'
import { allCases } from './cases/all.ts'
import { makeWasm } from './module.ts'

describe('wasm', () => allCases(makeWasm))
