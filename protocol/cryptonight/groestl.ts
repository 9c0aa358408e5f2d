/**
 * Grøstl-256.
 *
 * @module
 * @see "Grøstl – a SHA-3 candidate", version 2.0.1
 */
import { double, sBox } from './aes.ts'

const size = 64

/** The first row of MixBytes' circulant matrix. */
const mixRow = [2, 2, 3, 4, 5, 3, 5, 7] as const
const shiftsP = [0, 1, 2, 3, 4, 5, 6, 7] as const
const shiftsQ = [1, 3, 5, 7, 0, 2, 4, 6] as const

/** The 32-byte hash. */
export function groestl256(message: Uint8Array): Uint8Array {
  const padded = pad(message)
  let h: Uint8Array = new Uint8Array(size)
  // The output's size in bits, big endian.
  h[size - 2] = 1
  for (let at = 0; at < padded.length; at += size) {
    const m = padded.subarray(at, at + size)
    h = xor(h, xor(permute(xor(h, m), 'P'), permute(m, 'Q')))
  }
  return xor(permute(h, 'P'), h).slice(size / 2)
}

/** A one bit, zeros, and the number of blocks in 8 bytes, big endian. */
function pad(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / size)
  const padded = new Uint8Array(blocks * size)
  padded.set(message)
  padded[message.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, blocks)
  return padded
}

const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, index) => byte ^ b[index]!)

/** Ten rounds. Byte i is in row i mod 8, column i / 8. */
function permute(input: Uint8Array, which: 'P' | 'Q'): Uint8Array {
  let state = input
  const shifts = which === 'P' ? shiftsP : shiftsQ
  for (let round = 0; round < 10; round++) {
    const added = state.map((byte, i) => byte ^ roundConstant(which, i % 8, i >> 3, round))
    state = mix(added.map((_, i) => sBox[added[(((i >> 3) + shifts[i % 8]!) % 8) * 8 + (i % 8)]!]!))
  }
  return state
}

function roundConstant(which: 'P' | 'Q', row: number, column: number, round: number): number {
  const counter = (column << 4) ^ round
  if (which === 'P') return row === 0 ? counter : 0
  return row === 7 ? 0xff ^ counter : 0xff
}

function mix(state: Uint8Array): Uint8Array {
  return state.map((_, i) => {
    const [row, start] = [i % 8, i - (i % 8)]
    let sum = 0
    for (let j = 0; j < 8; j++) sum ^= times(mixRow[(j - row + 8) % 8]!, state[start + j]!)
    return sum
  })
}

/** Product in AES's field; `factor` is below 8. */
function times(factor: number, byte: number): number {
  const twice = double(byte)
  return (factor & 1 ? byte : 0) ^ (factor & 2 ? twice : 0) ^ (factor & 4 ? double(twice) : 0)
}
