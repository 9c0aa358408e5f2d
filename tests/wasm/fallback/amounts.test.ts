import { createFallback } from '#wasm/fallback/index.ts'
import { amountCases } from '../cases/amounts.ts'

amountCases(createFallback)
