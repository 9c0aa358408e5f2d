/** What the methods of this folder are made of. */
export const proofs = () => import('../../engine/proofs/proofs.ts')
