import { createFallback } from '#wasm/fallback/index.ts'
import { bulletproofCases } from '../../cases/bulletproofs.ts'

bulletproofCases(createFallback)
