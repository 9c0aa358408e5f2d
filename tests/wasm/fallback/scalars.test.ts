import { createFallback } from '#wasm/fallback/index.ts'
import { scalarCases } from '../cases/scalars.ts'

scalarCases(createFallback)
