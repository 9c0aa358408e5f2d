import { createFallback } from '#wasm/fallback/index.ts'
import { subsetCases } from '../cases/subsets.ts'

subsetCases(createFallback)
