import { describe } from 'vitest'
import { clsagCases } from '../cases/clsag.ts'
import { hedgeCases } from '../cases/hedge.ts'
import { ringCases } from '../cases/rings.ts'
import { signatureCases } from '../cases/signatures.ts'
import { txProofCases } from '../cases/tx_proofs.ts'
import { builds, makeBuild } from '../module.ts'

describe.each(builds)('%s', (build) => {
  signatureCases(makeBuild(build))
  txProofCases(makeBuild(build))
  ringCases(makeBuild(build))
  clsagCases(makeBuild(build))
  hedgeCases(makeBuild(build))
})
