/**
 * Every case but monero's vectors, which take their time.
 *
 * @module
 */
import { amountCases } from './amounts.ts'
import { bulletproofCases } from './bulletproofs.ts'
import { clsagCases } from './clsag.ts'
import { derivationCases } from './derivations.ts'
import { keccakCases } from './keccak.ts'
import type { Make } from './make.ts'
import { pointCases } from './points.ts'
import { realTransactionCases } from './real_transactions.ts'
import { ringCases } from './rings.ts'
import { scalarCases } from './scalars.ts'
import { scanCases } from './scan.ts'
import { sealedCases } from './sealed.ts'
import { signatureCases } from './signatures.ts'
import { subaddressCases } from './subaddresses.ts'
import { txProofCases } from './tx_proofs.ts'

export function allCases(make: Make) {
  keccakCases(make)
  scalarCases(make)
  pointCases(make)
  derivationCases(make)
  subaddressCases(make)
  amountCases(make)
  signatureCases(make)
  txProofCases(make)
  ringCases(make)
  clsagCases(make)
  bulletproofCases(make)
  scanCases(make)
  sealedCases(make)
  realTransactionCases(make)
}
