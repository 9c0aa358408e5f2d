/**
 * Entry point of proofs. It is loaded on demand, since most sessions do not use it.
 *
 * @module
 */
export { readReserveProof, writeReserveProof } from '#protocol/proofs/reserve-proof.ts'
export { readTxProof, writeTxProof } from '#protocol/proofs/tx-proof.ts'
export { checkReserveProof } from './check-reserve-proof.ts'
export { checkTxProof } from './check-tx-proof.ts'
export { makeReserveProof } from './make-reserve-proof.ts'
export { makeTxProof } from './make-tx-proof.ts'
export { signMessage, verifyMessage } from './signed-messages.ts'
export { checkSpendProof, makeSpendProof } from './spend-proofs.ts'
export { connectionErrors, fetchTransaction } from './fetched-transactions.ts'
export { requireConnection } from './proof-requests.ts'
export { receivedByTxKeys, txKeyDerivations } from './tx-keys.ts'
