import { createFallback } from '#wasm/fallback/index.ts'
import { pointCases } from '../cases/points.ts'

pointCases(createFallback)
