import { createFallback } from '#wasm/fallback/index.ts'
import { subaddressCases } from '../cases/subaddresses.ts'

subaddressCases(createFallback)
