/** Params that the methods of this folder share. */
export const loadProofs = () => import('../../engine/proofs/proofs.ts')
