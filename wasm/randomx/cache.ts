/**
 * The cache of a seed, and the code that computes dataset items from it.
 *
 * @module
 * @see RandomX specs.md, 7.1 and 7.2
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { BlakeGenerator } from './blake-generator.ts'
import { compileFor } from './compile.ts'
import { datasetModule } from './dataset-code.ts'
import { cacheAt, type Lane } from './layout.ts'
import type { Kernel } from './kernel.ts'
import { superscalarProgram } from './superscalar.ts'

const salt = utf8ToBytes('RandomX\x03')
const argon2 = { lanes: 1, tagSize: 0, memory: 262_144, passes: 3, version: 0x13, type: 0 }
const blockSize = 1024
/** Programs per item. RANDOMX_CACHE_ACCESSES */
const accesses = 8

/** Fills the cache in the kernel's memory; takes most of a second. */
export function fillCache(kernel: Kernel, { blocks }: Lane, key: Uint8Array) {
  const seed = argonSeed(key)
  const memory = new Uint8Array(kernel.memory.buffer, cacheAt)
  for (const index of [0, 1])
    memory.set(longHash(concatBytes(seed, u32(index), u32(0))), index * blockSize)
  for (let pass = 0; pass < argon2.passes; pass++)
    for (let slice = 0; slice < 4; slice++) kernel.fillSlice(cacheAt, blocks, pass, slice)
}

/** The code of a seed, for all threads that share its cache in `memory`. */
export function compileDataset(memory: WebAssembly.Memory, key: Uint8Array): WebAssembly.Module {
  const random = new BlakeGenerator(key)
  const programs = Array.from({ length: accesses }, () => superscalarProgram(random))
  return compileFor(memory, datasetModule(programs))
}

/** H0. @see RFC 9106, 3.2 */
function argonSeed(key: Uint8Array): Uint8Array {
  const { lanes, tagSize, memory, passes, version, type } = argon2
  const numbers = [lanes, tagSize, memory, passes, version, type].map(u32)
  const sized = [u32(key.length), key, u32(salt.length), salt, u32(0), u32(0)]
  return blake2b(concatBytes(...numbers, ...sized), { dkLen: 64 })
}

/** H' for the size of a block. @see RFC 9106, 3.3 */
function longHash(input: Uint8Array): Uint8Array {
  const out = new Uint8Array(blockSize)
  let link = blake2b(concatBytes(u32(blockSize), input), { dkLen: 64 })
  for (let at = 0; ; at += 32) {
    out.set(link, at)
    if (at + link.length === blockSize) return out
    link = blake2b(link, { dkLen: 64 })
  }
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}
