import { createFallback } from '#wasm/fallback/index.ts'
import { clsagCases } from '../cases/clsag.ts'

clsagCases(createFallback)
