import { clsagCases } from '../cases/clsag.ts'
import { hedgeCases } from '../cases/hedge.ts'
import { ringCases } from '../cases/rings.ts'
import { signatureCases } from '../cases/signatures.ts'
import { txProofCases } from '../cases/tx_proofs.ts'
import { makeWasm } from '../module.ts'

signatureCases(makeWasm)
txProofCases(makeWasm)
ringCases(makeWasm)
clsagCases(makeWasm)
hedgeCases(makeWasm)
