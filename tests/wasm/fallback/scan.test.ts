import { createFallback } from '#wasm/fallback/index.ts'
import { scanCases } from '../cases/scan.ts'

scanCases(createFallback)
