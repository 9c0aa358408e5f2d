import type { Crypto } from '#wasm/types.ts'

/** 1/8, which undoes the cofactor where a point is multiplied by it. */
export const inverseEight = (crypto: Crypto): Uint8Array =>
  crypto.scalarInvert(Uint8Array.of(8, ...new Uint8Array(31)))
