/**
 * The module `pow.wasm` over a memory, and the constants in that memory.
 *
 * @module
 * @see wasm/pow
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { PowExports } from '../bindings/exports.ts'
import type { Lane } from './layout.ts'

export type Kernel = PowExports & {
  /** All exports, for other modules: JavaScript cannot call functions on vectors. */
  exports: WebAssembly.Exports
}

const hash = (text: string, dkLen: number) => blake2b(utf8ToBytes(text), { dkLen })

/** @see RandomX specs.md, 3.2 to 3.4 */
const constants = {
  keys1: hash('RandomX AesGenerator1R keys', 64),
  keys4: new Uint8Array([
    ...hash('RandomX AesGenerator4R keys 0-3', 64),
    ...hash('RandomX AesGenerator4R keys 4-7', 64),
  ]),
  ends: hash('RandomX AesHash1R xkeys', 32),
}
/** The initial state of a fingerprint. */
export const fingerprintStart = hash('RandomX AesHash1R state', 64)

/** Eight tables of 256 words: SubBytes and MixColumns of one byte by its row, then their inverses. */
export type AesTables = readonly Uint32Array[]

/** Instantiates the module and writes the constants of `lane`. */
export function kernel(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  lane: Lane,
  aes: AesTables,
): Kernel {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  const bytes = new Uint8Array(memory.buffer)
  for (const [name, value] of Object.entries(constants))
    bytes.set(value, lane[name as keyof typeof constants])
  const words = new Uint32Array(memory.buffer, lane.tables)
  aes.forEach((table, index) => words.set(table, index * 256))
  return { ...(exports as PowExports), memory, exports }
}
