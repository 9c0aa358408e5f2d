/**
 * Keccak-256 with the original padding (0x01), which monero calls `cn_fast_hash`.
 *
 * @see https://keccak.team/files/Keccak-reference-3.0.pdf
 * @module
 */
import { keccakState as state } from './memory.ts'

const RATE: usize = 136

/** Iota's constants, one per round. */
const rounds: usize = memory.data<u64>([
  0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
  0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
  0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
  0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
  0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
  0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
])

/** The permutation keccak-f[1600] on {@link state}; lane x + 5·y of the paper is `a` with that number. */
function permute(): void {
  let a00 = load<u64>(state)
  let a01 = load<u64>(state, 8)
  let a02 = load<u64>(state, 16)
  let a03 = load<u64>(state, 24)
  let a04 = load<u64>(state, 32)
  let a05 = load<u64>(state, 40)
  let a06 = load<u64>(state, 48)
  let a07 = load<u64>(state, 56)
  let a08 = load<u64>(state, 64)
  let a09 = load<u64>(state, 72)
  let a10 = load<u64>(state, 80)
  let a11 = load<u64>(state, 88)
  let a12 = load<u64>(state, 96)
  let a13 = load<u64>(state, 104)
  let a14 = load<u64>(state, 112)
  let a15 = load<u64>(state, 120)
  let a16 = load<u64>(state, 128)
  let a17 = load<u64>(state, 136)
  let a18 = load<u64>(state, 144)
  let a19 = load<u64>(state, 152)
  let a20 = load<u64>(state, 160)
  let a21 = load<u64>(state, 168)
  let a22 = load<u64>(state, 176)
  let a23 = load<u64>(state, 184)
  let a24 = load<u64>(state, 192)
  for (let round: usize = 0; round < 192; round += 8) {
    // Theta: each lane takes the parities of two columns.
    const c0 = a00 ^ a05 ^ a10 ^ a15 ^ a20
    const c1 = a01 ^ a06 ^ a11 ^ a16 ^ a21
    const c2 = a02 ^ a07 ^ a12 ^ a17 ^ a22
    const c3 = a03 ^ a08 ^ a13 ^ a18 ^ a23
    const c4 = a04 ^ a09 ^ a14 ^ a19 ^ a24
    const d0 = c4 ^ rotl(c1, 1)
    const d1 = c0 ^ rotl(c2, 1)
    const d2 = c1 ^ rotl(c3, 1)
    const d3 = c2 ^ rotl(c4, 1)
    const d4 = c3 ^ rotl(c0, 1)
    // Rho and pi: rotate each lane and move it.
    const b00 = a00 ^ d0
    const b01 = rotl(a06 ^ d1, 44)
    const b02 = rotl(a12 ^ d2, 43)
    const b03 = rotl(a18 ^ d3, 21)
    const b04 = rotl(a24 ^ d4, 14)
    const b05 = rotl(a03 ^ d3, 28)
    const b06 = rotl(a09 ^ d4, 20)
    const b07 = rotl(a10 ^ d0, 3)
    const b08 = rotl(a16 ^ d1, 45)
    const b09 = rotl(a22 ^ d2, 61)
    const b10 = rotl(a01 ^ d1, 1)
    const b11 = rotl(a07 ^ d2, 6)
    const b12 = rotl(a13 ^ d3, 25)
    const b13 = rotl(a19 ^ d4, 8)
    const b14 = rotl(a20 ^ d0, 18)
    const b15 = rotl(a04 ^ d4, 27)
    const b16 = rotl(a05 ^ d0, 36)
    const b17 = rotl(a11 ^ d1, 10)
    const b18 = rotl(a17 ^ d2, 15)
    const b19 = rotl(a23 ^ d3, 56)
    const b20 = rotl(a02 ^ d2, 62)
    const b21 = rotl(a08 ^ d3, 55)
    const b22 = rotl(a14 ^ d4, 39)
    const b23 = rotl(a15 ^ d0, 41)
    const b24 = rotl(a21 ^ d1, 2)
    // Chi, the only step that is not linear, row by row; and iota in the first lane.
    a00 = b00 ^ (~b01 & b02) ^ load<u64>(rounds + round)
    a01 = b01 ^ (~b02 & b03)
    a02 = b02 ^ (~b03 & b04)
    a03 = b03 ^ (~b04 & b00)
    a04 = b04 ^ (~b00 & b01)
    a05 = b05 ^ (~b06 & b07)
    a06 = b06 ^ (~b07 & b08)
    a07 = b07 ^ (~b08 & b09)
    a08 = b08 ^ (~b09 & b05)
    a09 = b09 ^ (~b05 & b06)
    a10 = b10 ^ (~b11 & b12)
    a11 = b11 ^ (~b12 & b13)
    a12 = b12 ^ (~b13 & b14)
    a13 = b13 ^ (~b14 & b10)
    a14 = b14 ^ (~b10 & b11)
    a15 = b15 ^ (~b16 & b17)
    a16 = b16 ^ (~b17 & b18)
    a17 = b17 ^ (~b18 & b19)
    a18 = b18 ^ (~b19 & b15)
    a19 = b19 ^ (~b15 & b16)
    a20 = b20 ^ (~b21 & b22)
    a21 = b21 ^ (~b22 & b23)
    a22 = b22 ^ (~b23 & b24)
    a23 = b23 ^ (~b24 & b20)
    a24 = b24 ^ (~b20 & b21)
  }
  store<u64>(state, a00)
  store<u64>(state, a01, 8)
  store<u64>(state, a02, 16)
  store<u64>(state, a03, 24)
  store<u64>(state, a04, 32)
  store<u64>(state, a05, 40)
  store<u64>(state, a06, 48)
  store<u64>(state, a07, 56)
  store<u64>(state, a08, 64)
  store<u64>(state, a09, 72)
  store<u64>(state, a10, 80)
  store<u64>(state, a11, 88)
  store<u64>(state, a12, 96)
  store<u64>(state, a13, 104)
  store<u64>(state, a14, 112)
  store<u64>(state, a15, 120)
  store<u64>(state, a16, 128)
  store<u64>(state, a17, 136)
  store<u64>(state, a18, 144)
  store<u64>(state, a19, 152)
  store<u64>(state, a20, 160)
  store<u64>(state, a21, 168)
  store<u64>(state, a22, 176)
  store<u64>(state, a23, 184)
  store<u64>(state, a24, 192)
}

/** Writes the 32-byte hash of `length` bytes at `data` to `o`, which may be `data`. */
export function keccak256(o: usize, data: usize, length: usize): void {
  memory.fill(state, 0, 200)
  for (; length >= RATE; length -= RATE, data += RATE) {
    absorb(data, RATE)
    permute()
  }
  absorb(data, length)
  store<u8>(state + length, load<u8>(state + length) ^ 1)
  store<u8>(state, load<u8>(state, RATE - 1) ^ 0x80, RATE - 1)
  permute()
  memory.copy(o, state, 32)
}

/** Hashes `count` parts of `data`, each from one u32 of `parts` up to the next: 32 bytes a part, to `o`. */
export function keccak256Parts(o: usize, data: usize, parts: usize, count: u32): void {
  for (let i: usize = 0; i < count; i++) {
    const from = load<u32>(parts + 8 * i)
    keccak256(o + 32 * i, data + from, load<u32>(parts + 8 * i, 4) - from)
  }
}

function absorb(data: usize, length: usize): void {
  let i: usize = 0
  for (; i + 8 <= length; i += 8) store<u64>(state + i, load<u64>(state + i) ^ load<u64>(data + i))
  for (; i < length; i++) store<u8>(state + i, load<u8>(state + i) ^ load<u8>(data + i))
}
