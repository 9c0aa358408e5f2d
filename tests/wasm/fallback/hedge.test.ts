import { createFallback } from '#wasm/fallback/index.ts'
import { hedgeCases } from '../cases/hedge.ts'

hedgeCases(createFallback)
