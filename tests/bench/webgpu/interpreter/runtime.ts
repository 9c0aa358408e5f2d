/**
 * Arithmetic of the interpreted kernel: it counts operations, refuses overflow, and records which way the code went.
 *
 * @module
 */

/** Operations that were run. Loop counters, addresses and comparisons are not among them. */
export type Operations = { multiply: number; add: number; bitwise: number }

export class Runtime {
  readonly operations: Operations = { multiply: 0, add: 0, bitwise: 0 }
  /** Calls of each function by its name. */
  readonly calls: Record<string, number> = {}
  #trace = 0

  /** Hash of all branches and all computed indices, in their order. */
  get trace(): number {
    return this.#trace >>> 0
  }

  count(multiply: number, add: number, bitwise: number): void {
    this.operations.multiply += multiply
    this.operations.add += add
    this.operations.bitwise += bitwise
  }

  call(name: string): void {
    this.calls[name] = (this.calls[name] ?? 0) + 1
  }

  branch(taken: boolean): boolean {
    this.#note(taken ? 1 : 0)
    return taken
  }

  index(at: number, length: number): number {
    if (at >= length) throw new RangeError(`index: expected less than ${length}, got ${at}`)
    this.#note(at)
    return at
  }

  /** @see FNV-1a, with words instead of bytes */
  #note(word: number): void {
    this.#trace = Math.imul(this.#trace ^ word, 0x01000193)
    this.#trace ^= this.#trace >>> 15
  }

  // The kernel relies on no overflow: each of these would wrap around on a GPU.
  add(a: number, b: number): number {
    return word('+', a, b, a + b)
  }

  subtract(a: number, b: number): number {
    return word('-', a, b, a - b)
  }

  multiply(a: number, b: number): number {
    return word('*', a, b, a * b)
  }

  /** Drops the bits above 32, as WGSL does. */
  left(a: number, b: number): number {
    return (a << shift(b)) >>> 0
  }

  right(a: number, b: number): number {
    return a >>> shift(b)
  }

  /** Arrays and structures are values in WGSL. */
  copy<T>(value: T): T {
    return typeof value === 'object' ? structuredCopy(value) : value
  }
}

function word(sign: string, a: number, b: number, result: number): number {
  if (result < 0 || result > 0xffffffff)
    throw new RangeError(`${a} ${sign} ${b}: expected 32 bits, got ${result}`)
  return result
}

function shift(bits: number): number {
  if (bits > 31) throw new RangeError(`shift: expected less than 32 bits, got ${bits}`)
  return bits
}

function structuredCopy<T>(value: T): T {
  if (Array.isArray(value))
    return (typeof value[0] === 'object' ? value.map(structuredCopy) : value.slice()) as T
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([name, each]) => [name, structuredMember(each)])) as T
}

const structuredMember = (value: unknown) =>
  typeof value === 'object' ? structuredCopy(value) : value
