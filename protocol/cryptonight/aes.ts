/**
 * The AES round that CryptoNight and Grøstl are made of.
 *
 * Tables are indexed by the data: CryptoNight's memory accesses depend on its data by design, so
 * constant-time code here would hide nothing.
 *
 * @module
 * @see FIPS 197
 */

/** Doubles in AES's field of 256 elements. */
export const double = (byte: number) => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff

/** SubBytes. */
export const sBox = makeSBox()

function makeSBox(): Uint8Array {
  const box = new Uint8Array(256)
  // p takes all non-zero elements by multiplication with 3, q their inverses.
  for (let p = 1, q = 1, steps = 0; steps < 255; steps++) {
    p ^= double(p)
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q &= 0xff
    if (q & 0x80) q ^= 0x09
    const turned = q * 0x101
    box[p] = (q ^ (turned >> 7) ^ (turned >> 6) ^ (turned >> 5) ^ (turned >> 4) ^ 0x63) & 0xff
  }
  box[0] = 0x63
  return box
}

/** SubBytes and MixColumns of one byte, by its row; columns are little-endian words. */
export const columns: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] = [
  makeColumns(0),
  makeColumns(8),
  makeColumns(16),
  makeColumns(24),
]

function makeColumns(turn: number): Uint32Array {
  return Uint32Array.from(sBox, (s) => {
    const twice = double(s)
    return rotate(twice | (s << 8) | (s << 16) | ((twice ^ s) << 24), turn)
  })
}

export function rotate(word: number, turn: number): number {
  return (word << turn) | (turn ? word >>> (32 - turn) : 0)
}

/** The first ten round keys of AES-256; CryptoNight uses no more. */
export function expandKey(key: Uint32Array): Uint32Array {
  const keys = new Uint32Array(40)
  keys.set(key)
  for (let i = 8, round = 1; i < keys.length; i++) {
    let word = keys[i - 1]!
    if (i % 8 === 0) {
      word = substitute((word >>> 8) | (word << 24)) ^ round
      round = double(round)
    } else if (i % 8 === 4) word = substitute(word)
    keys[i] = keys[i - 8]! ^ word
  }
  return keys
}

const substitute = (word: number) =>
  sBox[word & 0xff]! |
  (sBox[(word >>> 8) & 0xff]! << 8) |
  (sBox[(word >>> 16) & 0xff]! << 16) |
  (sBox[word >>> 24]! << 24)

/** Ten rounds over each 16 bytes of `block`, in place, one round key after the other. */
export function tenRounds(block: Uint32Array, keys: Uint32Array) {
  const [t0, t1, t2, t3] = columns
  for (let at = 0; at < block.length; at += 4) {
    let a = block[at]!
    let b = block[at + 1]!
    let c = block[at + 2]!
    let d = block[at + 3]!
    for (let k = 0; k < 40; k += 4) {
      const e =
        t0[a & 255]! ^ t1[(b >>> 8) & 255]! ^ t2[(c >>> 16) & 255]! ^ t3[d >>> 24]! ^ keys[k]!
      const f =
        t0[b & 255]! ^ t1[(c >>> 8) & 255]! ^ t2[(d >>> 16) & 255]! ^ t3[a >>> 24]! ^ keys[k + 1]!
      const g =
        t0[c & 255]! ^ t1[(d >>> 8) & 255]! ^ t2[(a >>> 16) & 255]! ^ t3[b >>> 24]! ^ keys[k + 2]!
      const h =
        t0[d & 255]! ^ t1[(a >>> 8) & 255]! ^ t2[(b >>> 16) & 255]! ^ t3[c >>> 24]! ^ keys[k + 3]!
      a = e
      b = f
      c = g
      d = h
    }
    block[at] = a
    block[at + 1] = b
    block[at + 2] = c
    block[at + 3] = d
  }
}
