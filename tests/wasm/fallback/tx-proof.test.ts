import { createFallback } from '#wasm/fallback/index.ts'
import { txProofCases } from '../cases/tx_proofs.ts'

txProofCases(createFallback)
