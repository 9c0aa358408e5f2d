/**
 * CryptoNight: the slow hash of seed offsets and wallet file passwords. It uses 2 MiB of memory and takes
 * some tenths of a second in JavaScript, some hundredths in WebAssembly. The variants that old blocks use
 * are in `cryptonight/variants.ts`.
 *
 * Its memory accesses depend on its data by design; no implementation can hide that.
 *
 * @module
 * @see monero src/crypto/slow-hash.c cn_slow_hash
 */
import { blake256 } from '@noble/hashes/blake1.js'
import { keccakP } from '@noble/hashes/sha3.js'
import { columns, expandKey, tenRounds } from './aes.ts'
import { groestl256 } from './groestl.ts'
import { jh256 } from './jh.ts'
import { skein512x256 } from './skein.ts'
import { high32 } from './words.ts'

/** 2 MiB in words of 4 bytes. */
const memoryWords = 2 ** 19
const iterations = 2 ** 19
/** Words encrypted at a time when the memory is filled and read. */
const textWords = 32
/** Masks an offset in bytes: within memory, and a multiple of 16. */
const placeMask = 0x1f_fff0
const keccakRate = 136

/**
 * The memory-hard part in WebAssembly. Takes the state (200 bytes), the round keys to fill and to fold with
 * (320 bytes) and four tables of an AES round (4096 bytes); returns the new state.
 */
export type ElsewhereWork = (state: Uint8Array, keys: Uint8Array, tables: Uint8Array) => Uint8Array

/** The 32-byte hash of any bytes: variant 0. @param elsewhere - A faster implementation of the memory-hard part. */
export const cnSlowHash = (data: Uint8Array, elsewhere?: ElsewhereWork): Uint8Array =>
  slowHash(data, (state) =>
    elsewhere ? workElsewhere(state, elsewhere) : workThrough(state, churn),
  )

/** The frame of all variants: Keccak's state, `work` on it, then one of four hashes. */
export function slowHash(data: Uint8Array, work: (state: Uint32Array) => void): Uint8Array {
  const state = keccak1600(data)
  work(state)
  keccakP(state)
  const bytes = toBytes(state)
  const finish = [blake256, groestl256, jh256, skein512x256][bytes[0]! & 3]!
  const hash = finish(bytes)
  // The input may be a passphrase.
  state.fill(0)
  bytes.fill(0)
  return hash
}

/** Fills memory from the state, runs `churn`, and folds the memory back. */
export function workThrough(
  state: Uint32Array,
  churn: (memory: Uint32Array, state: Uint32Array) => void,
) {
  const memory = new Uint32Array(memoryWords)
  fill(memory, state)
  churn(memory, state)
  gather(memory, state)
  memory.fill(0)
}

/** WebAssembly's words are little-endian, and so are those of every platform that has it. */
function workElsewhere(state: Uint32Array, elsewhere: ElsewhereWork) {
  const keys = new Uint32Array(80)
  keys.set(expandKey(state.subarray(0, 8)))
  keys.set(expandKey(state.subarray(8, 16)), 40)
  const tables = new Uint32Array(4 * 256)
  columns.forEach((column, row) => tables.set(column, row * 256))
  const [before, round] = [new Uint8Array(state.buffer), new Uint8Array(keys.buffer)]
  const after = elsewhere(before, round, new Uint8Array(tables.buffer))
  before.set(after)
  for (const secret of [round, after]) secret.fill(0)
}

/** Keccak's whole state after all of `data`. @see monero src/crypto/keccak.c keccak1600 */
function keccak1600(data: Uint8Array): Uint32Array {
  const padded = new Uint8Array((Math.floor(data.length / keccakRate) + 1) * keccakRate)
  padded.set(data)
  padded[data.length]! ^= 0x01
  padded[padded.length - 1]! ^= 0x80
  const view = new DataView(padded.buffer)
  const state = new Uint32Array(50)
  for (let at = 0; at < padded.length; at += keccakRate) {
    for (let i = 0; i < keccakRate / 4; i++) state[i]! ^= view.getUint32(at + i * 4, true)
    keccakP(state)
  }
  padded.fill(0)
  return state
}

/** Fills the memory with bytes 64 to 191 of the state, encrypted over and over. */
function fill(memory: Uint32Array, state: Uint32Array) {
  const keys = expandKey(state.subarray(0, 8))
  const text = state.slice(16, 16 + textWords)
  for (let at = 0; at < memoryWords; at += textWords) {
    tenRounds(text, keys)
    memory.set(text, at)
  }
}

/** Folds the memory back into bytes 64 to 191 of the state. */
function gather(memory: Uint32Array, state: Uint32Array) {
  const keys = expandKey(state.subarray(8, 16))
  const text = state.subarray(16, 16 + textWords)
  for (let at = 0; at < memoryWords; at += textWords) {
    for (let i = 0; i < textWords; i++) text[i]! ^= memory[at + i]!
    tenRounds(text, keys)
  }
}

/**
 * Half a million steps, each an AES round at one place and a 64-bit multiplication at another.
 *
 * a, b, c are 16 bytes in four little-endian words: aesenc(memory[a], a) = c, memory[a] = b ^ c;
 * d = memory[c]; a += (high, low) of c * d; memory[c] = a; a ^= d; b = c.
 */
function churn(memory: Uint32Array, state: Uint32Array) {
  const [t0, t1, t2, t3] = columns
  let [a0, a1, a2, a3] = start(state, 0)
  let [b0, b1, b2, b3] = start(state, 4)
  for (let step = 0; step < iterations; step++) {
    let at = (a0 & placeMask) >>> 2
    const [x0, x1, x2, x3] = [memory[at]!, memory[at + 1]!, memory[at + 2]!, memory[at + 3]!]
    const c0 = t0[x0 & 255]! ^ t1[(x1 >>> 8) & 255]! ^ t2[(x2 >>> 16) & 255]! ^ t3[x3 >>> 24]! ^ a0
    const c1 = t0[x1 & 255]! ^ t1[(x2 >>> 8) & 255]! ^ t2[(x3 >>> 16) & 255]! ^ t3[x0 >>> 24]! ^ a1
    const c2 = t0[x2 & 255]! ^ t1[(x3 >>> 8) & 255]! ^ t2[(x0 >>> 16) & 255]! ^ t3[x1 >>> 24]! ^ a2
    const c3 = t0[x3 & 255]! ^ t1[(x0 >>> 8) & 255]! ^ t2[(x1 >>> 16) & 255]! ^ t3[x2 >>> 24]! ^ a3
    memory[at] = b0 ^ c0
    memory[at + 1] = b1 ^ c1
    memory[at + 2] = b2 ^ c2
    memory[at + 3] = b3 ^ c3

    at = (c0 & placeMask) >>> 2
    const [d0, d1, d2, d3] = [memory[at]!, memory[at + 1]!, memory[at + 2]!, memory[at + 3]!]
    // (c1 c0) * (d1 d0) in four products of 32 bits each.
    const low = Math.imul(c0, d0) >>> 0
    const [cross, other] = [Math.imul(c0, d1) >>> 0, Math.imul(c1, d0) >>> 0]
    const middle = high32(c0, d0) + cross + other
    const carry = Math.floor(middle / 2 ** 32) + high32(c0, d1) + high32(c1, d0)
    const upper = carry + (Math.imul(c1, d1) >>> 0)
    const top = Math.floor(upper / 2 ** 32) + high32(c1, d1)

    // The high half is added to a's first 8 bytes, the low half to its last.
    const sum0 = (a0 >>> 0) + (upper >>> 0)
    a1 = (a1 + top + (sum0 > 0xffff_ffff ? 1 : 0)) | 0
    a0 = sum0 | 0
    const sum2 = (a2 >>> 0) + low
    a3 = (a3 + middle + (sum2 > 0xffff_ffff ? 1 : 0)) | 0
    a2 = sum2 | 0
    memory[at] = a0
    memory[at + 1] = a1
    memory[at + 2] = a2
    memory[at + 3] = a3
    a0 ^= d0
    a1 ^= d1
    a2 ^= d2
    a3 ^= d3
    b0 = c0
    b1 = c1
    b2 = c2
    b3 = c3
  }
}

/** Words of the first 32 bytes of the state xor the 32 bytes after them: a at 0, b at 4. */
function start(state: Uint32Array, at: number): [number, number, number, number] {
  const word = (i: number) => state[at + i]! ^ state[at + i + 8]!
  return [word(0), word(1), word(2), word(3)]
}

function toBytes(state: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(state.length * 4)
  const view = new DataView(bytes.buffer)
  state.forEach((word, i) => view.setUint32(i * 4, word, true))
  return bytes
}
