/**
 * Both builds of the crypto module, as `npm run wasm` leaves them.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { startMachine, type Machine } from '#wasm/bindings/memory.ts'
import { startCrypto } from '#wasm/index.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { allowRelaxedSimd } from '../../server/process/relaxed-simd.ts'

allowRelaxedSimd()

export type Build = 'nightjar' | 'nightjar-fma'

export const builds: readonly Build[] = ['nightjar', 'nightjar-fma']

const read = (name: Build) =>
  new Uint8Array(readFileSync(new URL(`../../wasm/build/${name}.wasm`, import.meta.url)))

export const moduleBytes: Record<Build, Uint8Array<ArrayBuffer>> = {
  nightjar: read('nightjar'),
  'nightjar-fma': read('nightjar-fma'),
}

const compiled = {
  nightjar: new WebAssembly.Module(moduleBytes.nightjar),
  'nightjar-fma': new WebAssembly.Module(moduleBytes['nightjar-fma']),
}

/** Makes fresh instances. They throw where the machine cannot run the build, since then nothing is tested. */
export const makeBuild =
  (build: Build) =>
  (random: RandomBytes): Crypto =>
    startCrypto(compiled[build], random)

/** A fresh instance of the build that every machine can run. */
export const makeWasm = makeBuild('nightjar')

/** A fresh instance without its bindings, for tests that look into its memory. */
export const makeMachine = (random: RandomBytes, build: Build = 'nightjar'): Machine =>
  startMachine(compiled[build], random)
