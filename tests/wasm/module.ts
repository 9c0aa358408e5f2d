/**
 * The compiled module, as `npm run wasm` leaves it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { startMachine, type Machine } from '#wasm/bindings/memory.ts'
import { startCrypto } from '#wasm/index.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'

export const moduleBytes = new Uint8Array(
  readFileSync(new URL('../../wasm/build/nightjar.wasm', import.meta.url)),
)
const compiled = new WebAssembly.Module(moduleBytes)

/** A fresh instance. */
export const makeWasm = (random: RandomBytes): Crypto => startCrypto(compiled, random)

/** A fresh instance without its bindings, for tests that look into its memory. */
export const makeMachine = (random: RandomBytes): Machine => startMachine(compiled, random)
