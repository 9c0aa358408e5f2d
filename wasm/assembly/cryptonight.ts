/**
 * The memory-hard part of CryptoNight: fills 2 MiB of memory from Keccak's state, runs half a million steps
 * on it, and folds it back into the state.
 *
 * Memory accesses depend on the data by design; no implementation can hide that.
 *
 * @module
 * @see monero src/crypto/slow-hash.c cn_slow_hash
 */
import { encrypt } from '../pow/aes.ts'
import { highUnsigned } from './high.ts'
import { alloc, mark, release } from './memory.ts'

const MEMORY: usize = 1 << 21
const STEPS: u32 = 1 << 19
/** Masks an offset to 16 bytes within memory. */
const PLACE: usize = 0x1f_fff0
/** Offset and number of the bytes of the state that the memory is filled from and folded into. */
const TEXT_AT: usize = 64
const TEXT: usize = 128
/** Ten round keys. */
const KEYS: usize = 160

/**
 * @param state - 200 bytes, changed in place.
 * @param keys - Ten round keys to fill with, and ten to fold with, 16 bytes each.
 * @param tables - Of an AES round: four times 256 words.
 */
export function cryptonight(state: usize, keys: usize, tables: usize): void {
  const from = mark()
  const pad = alloc(MEMORY)
  const text = alloc(TEXT)
  memory.copy(text, state + TEXT_AT, TEXT)
  for (let at: usize = 0; at < MEMORY; at += TEXT) {
    tenRounds(text, keys, tables)
    memory.copy(pad + at, text, TEXT)
  }
  churn(pad, state, tables)
  for (let at: usize = 0; at < MEMORY; at += TEXT) {
    for (let i: usize = 0; i < TEXT; i += 8) {
      const into = state + TEXT_AT + i
      store<u64>(into, load<u64>(into) ^ load<u64>(pad + at + i))
    }
    tenRounds(state + TEXT_AT, keys + KEYS, tables)
  }
  release(from)
}

/** Ten AES rounds over each 16 bytes of a text, in place. */
function tenRounds(text: usize, keys: usize, tables: usize): void {
  for (let block: usize = 0; block < TEXT; block += 16)
    for (let key: usize = 0; key < KEYS; key += 16)
      encrypt(text + block, keys + key, text + block, tables)
}

/**
 * Each step is an AES round at one place and a 64-bit multiplication at another: c = aesenc(pad[a], a),
 * pad[a] = b ^ c; d = pad[c]; a += (high, low) of c * d; pad[c] = a; a ^= d; b = c.
 */
function churn(pad: usize, state: usize, tables: usize): void {
  const a = alloc(32)
  const c = a + 16
  let aLow = load<u64>(state) ^ load<u64>(state, 32)
  let aHigh = load<u64>(state, 8) ^ load<u64>(state, 40)
  let bLow = load<u64>(state, 16) ^ load<u64>(state, 48)
  let bHigh = load<u64>(state, 24) ^ load<u64>(state, 56)
  for (let step: u32 = 0; step < STEPS; step++) {
    const first = pad + ((<usize>aLow) & PLACE)
    store<u64>(a, aLow)
    store<u64>(a, aHigh, 8)
    encrypt(first, a, c, tables)
    const cLow = load<u64>(c)
    const cHigh = load<u64>(c, 8)
    store<u64>(first, bLow ^ cLow)
    store<u64>(first, bHigh ^ cHigh, 8)

    const second = pad + ((<usize>cLow) & PLACE)
    const dLow = load<u64>(second)
    const dHigh = load<u64>(second, 8)
    aLow += highUnsigned(cLow, dLow)
    aHigh += cLow * dLow
    store<u64>(second, aLow)
    store<u64>(second, aHigh, 8)
    aLow ^= dLow
    aHigh ^= dHigh
    bLow = cLow
    bHigh = cHigh
  }
}
