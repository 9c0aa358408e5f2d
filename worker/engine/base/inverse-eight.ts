import type { Crypto } from '#wasm/types.ts'

/** 1/8 mod l: cancels a multiplication by the cofactor. */
export const inverseEight = (crypto: Crypto): Uint8Array =>
  crypto.scalarInvert(Uint8Array.of(8, ...new Uint8Array(31)))
