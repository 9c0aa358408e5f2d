import { createFallback } from '#wasm/fallback/index.ts'
import { ringCases } from '../cases/rings.ts'

ringCases(createFallback)
