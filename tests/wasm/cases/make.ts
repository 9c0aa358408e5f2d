import type { Crypto, RandomBytes } from '#wasm/types.ts'

/** Makes the implementation under test, which draws from `random` alone. */
export type Make = (random: RandomBytes) => Crypto | Promise<Crypto>
