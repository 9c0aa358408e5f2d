import { createFallback } from '#wasm/fallback/index.ts'
import { signatureCases } from '../cases/signatures.ts'

signatureCases(createFallback)
