/**
 * The module `pow.wasm` over a memory, and the constants that it reads from there.
 *
 * @module
 * @see wasm/pow
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Lane } from './layout.ts'

export type Kernel = {
  memory: WebAssembly.Memory
  fillSlice: (memory: number, temporary: number, pass: number, slice: number) => void
  generate1: Generate
  generate4: Generate
  fingerprint: (state: number, ends: number, tables: number, source: number, size: number) => void
  /** Functions that only other modules can call, for their vectors. */
  exports: WebAssembly.Exports
}
type Generate = (state: number, keys: number, tables: number, target: number, size: number) => void

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
/** What a fingerprint begins with. */
export const fingerprintStart = hash('RandomX AesHash1R state', 64)

/** Eight tables of 256 words: SubBytes and MixColumns of one byte by its row, then their inverses. */
export type AesTables = readonly Uint32Array[]

/** Instantiates the module and lays out the constants of `lane`. */
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
  return { ...(exports as Omit<Kernel, 'exports' | 'memory'>), memory, exports }
}
