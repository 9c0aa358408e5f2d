import { createFallback } from '#wasm/fallback/index.ts'
import { derivationCases } from '../cases/derivations.ts'

derivationCases(createFallback)
