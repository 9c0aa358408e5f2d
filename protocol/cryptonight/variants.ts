/**
 * CryptoNight's variants 1, 2 and 4, the proof of work of block versions 7 to 11.
 *
 * @module
 * @see monero src/crypto/slow-hash.c cn_slow_hash
 */
import { cnSlowHash, slowHash, workThrough } from './cryptonight.ts'
import { columns } from './aes.ts'
import { divide, squareRoot } from './integer-math.ts'
import { randomMath, runMath, type MathInstruction } from './random-math.ts'
import { add64, multiply64 } from './words.ts'

const steps = 2 ** 19
/** Masks an offset in bytes: within memory, and a multiple of 16. */
const placeMask = 0x1f_fff0
/** Offset of the 8 bytes that variant 1 reads: around the nonce of a block. */
const tweakAt = 35
const tweakedLength = 43

/** The data is too short for variant 1. */
class CryptonightError extends Error {
  override name = 'CryptonightError'
}

/**
 * The 32-byte hash by any variant.
 *
 * @param variant - As in monero's `cn_slow_hash`: 3 is 2 by another name, 4 and more is CryptoNightR.
 *   1 takes at least 43 bytes.
 * @param height - Of the block; CryptoNightR only.
 * @throws CryptonightError for data that is too short.
 */
export function cryptonight(data: Uint8Array, variant: number, height: bigint): Uint8Array {
  if (variant === 0) return cnSlowHash(data)
  if (variant === 1 && data.length < tweakedLength)
    throw new CryptonightError(`cryptonight variant 1 needs ${tweakedLength} bytes of data`)
  return slowHash(data, (state) =>
    workThrough(state, (memory) => new Steps(memory, state, data, variant, height).run()),
  )
}

class Steps {
  readonly #memory: Uint32Array
  readonly #variant: number
  readonly #a = new Uint32Array(4)
  /** Of the last two steps. */
  readonly #b = new Uint32Array(8)
  readonly #c = new Uint32Array(4)
  readonly #d = new Uint32Array(4)
  readonly #product = new Uint32Array(4)
  readonly #chunk = new Uint32Array(12)
  /** Variant 1. */
  readonly #tweak = new Uint32Array(2)
  /** Variant 2: quotient and remainder; the root. */
  readonly #division: Uint32Array
  #root: number
  /** Variant 4. */
  readonly #code: readonly MathInstruction[]
  readonly #registers = new Uint32Array(9)

  constructor(
    memory: Uint32Array,
    state: Uint32Array,
    data: Uint8Array,
    variant: number,
    height: bigint,
  ) {
    this.#memory = memory
    this.#variant = variant
    for (let i = 0; i < 4; i++) {
      this.#a[i] = state[i]! ^ state[i + 8]!
      this.#b[i] = state[i + 4]! ^ state[i + 12]!
      this.#b[i + 4] = state[i + 16]! ^ state[i + 20]!
    }
    if (variant === 1) {
      const view = new DataView(data.buffer, data.byteOffset)
      for (let i = 0; i < 2; i++)
        this.#tweak[i] = state[48 + i]! ^ view.getUint32(tweakAt + 4 * i, true)
    }
    this.#division = state.slice(24, 26)
    this.#root = state[26]!
    this.#registers.set(state.subarray(24, 28))
    this.#code = variant >= 4 ? randomMath(height) : []
  }

  run() {
    for (let step = 0; step < steps; step++) this.#step()
  }

  #step() {
    const [memory, variant] = [this.#memory, this.#variant]
    const [a, b, c, d] = [this.#a, this.#b, this.#c, this.#d]
    const hasMath = variant === 2 || variant === 3
    let at = (a[0]! & placeMask) >>> 2
    this.#encrypt(at)
    if (variant >= 2) this.#shuffle(at)
    for (let i = 0; i < 4; i++) memory[at + i] = c[i]! ^ b[i]!
    if (variant === 1) memory[at + 2] = tweakByte(memory[at + 2]!)

    at = (c[0]! & placeMask) >>> 2
    d.set(memory.subarray(at, at + 4))
    // Random math changes the result of the step, not the shuffled words.
    const [end0, end1, end2, end3] =
      variant >= 4 ? this.#random() : ([a[0]!, a[1]!, a[2]!, a[3]!] as const)
    if (hasMath) this.#divide()
    multiply64(this.#product, c, d)
    if (hasMath) this.#mixProduct(at)
    if (variant >= 2) this.#shuffle(at)
    a[0] = end0
    a[1] = end1
    a[2] = end2
    a[3] = end3
    add64(a, 0, this.#product, 0)
    add64(a, 2, this.#product, 2)
    memory.set(a, at)
    if (variant === 1) for (let i = 0; i < 2; i++) memory[at + 2 + i]! ^= this.#tweak[i]!
    b.copyWithin(4, 0, 4)
    for (let i = 0; i < 4; i++) {
      a[i]! ^= d[i]!
      b[i] = c[i]!
    }
  }

  /** c is one AES round over 16 bytes of memory, with key a. */
  #encrypt(at: number) {
    const [memory, a, c] = [this.#memory, this.#a, this.#c]
    const [t0, t1, t2, t3] = columns
    for (let i = 0; i < 4; i++) {
      const x0 = memory[at + i]! & 255
      const x1 = (memory[at + ((i + 1) & 3)]! >>> 8) & 255
      const x2 = (memory[at + ((i + 2) & 3)]! >>> 16) & 255
      const x3 = memory[at + ((i + 3) & 3)]! >>> 24
      c[i] = t0[x0]! ^ t1[x1]! ^ t2[x2]! ^ t3[x3]! ^ a[i]!
    }
  }

  /** Exchanges the other three 16-byte chunks of the same 64 bytes, adding to each. VARIANT2_SHUFFLE_ADD */
  #shuffle(at: number) {
    const [memory, chunk, c] = [this.#memory, this.#chunk, this.#c]
    const [at1, at2, at3] = [at ^ 4, at ^ 8, at ^ 12]
    for (let i = 0; i < 4; i++) {
      chunk[i] = memory[at1 + i]!
      chunk[i + 4] = memory[at2 + i]!
      chunk[i + 8] = memory[at3 + i]!
    }
    if (this.#variant >= 4)
      for (let i = 0; i < 4; i++) c[i]! ^= chunk[i]! ^ chunk[i + 4]! ^ chunk[i + 8]!
    for (let i = 0; i < 4; i += 2) {
      add64(chunk, i, this.#b, i)
      add64(chunk, i + 4, this.#a, i)
      add64(chunk, i + 8, this.#b, i + 4)
    }
    for (let i = 0; i < 4; i++) {
      memory[at2 + i] = chunk[i]!
      memory[at3 + i] = chunk[i + 4]!
      memory[at1 + i] = chunk[i + 8]!
    }
  }

  #divide() {
    const [c, d, division] = [this.#c, this.#d, this.#division]
    d[0]! ^= division[0]!
    d[1]! ^= division[1]! ^ this.#root
    const divisor = ((c[0]! + (this.#root << 1)) | 0x8000_0001) >>> 0
    divide(division, c[2]!, c[3]!, divisor)
    const low = c[0]! + division[0]!
    const high = c[1]! + division[1]! + (low > 0xffff_ffff ? 1 : 0)
    this.#root = squareRoot(low >>> 0, high >>> 0)
  }

  /** VARIANT2_2 */
  #mixProduct(at: number) {
    const [memory, product] = [this.#memory, this.#product]
    for (let i = 0; i < 4; i++) {
      memory[(at ^ 4) + i]! ^= product[i]!
      product[i]! ^= memory[(at ^ 8) + i]!
    }
  }

  /** VARIANT4_RANDOM_MATH. @returns What a becomes. */
  #random(): readonly [number, number, number, number] {
    const [a, b, d, r] = [this.#a, this.#b, this.#d, this.#registers]
    d[0]! ^= r[0]! + r[1]!
    d[1]! ^= r[2]! + r[3]!
    r[4] = a[0]!
    r[5] = a[2]!
    r[6] = b[0]!
    r[7] = b[4]!
    r[8] = b[6]!
    runMath(this.#code, r)
    return [a[0]! ^ r[2]!, a[1]! ^ r[3]!, a[2]! ^ r[0]!, a[3]! ^ r[1]!]
  }
}

/** Changes two bits of a word's last byte, by some of its others. VARIANT1_1 */
function tweakByte(word: number): number {
  const byte = word >>> 24
  const index = (((byte >> 3) & 6) | (byte & 1)) << 1
  return word ^ (((0x75310 >> index) & 0x30) << 24)
}
