import { createFallback } from '#wasm/fallback/index.ts'
import { sealedCases } from '../cases/sealed.ts'

sealedCases(createFallback)
