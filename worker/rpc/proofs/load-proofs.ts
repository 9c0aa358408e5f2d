/** What the methods of this folder are made of. */
export const loadProofs = () => import('../../engine/proofs/proofs.ts')
