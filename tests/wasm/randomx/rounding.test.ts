/**
 * Directed rounding against exact arithmetic: a result is right when it and its neighbour have the
 * exact value between them.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Code, moduleBytes, type, vector } from '../../../wasm/randomx/code.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { powModule } from '../../support/wasm/randomx-machine.ts'

const { i32, v128 } = type
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
const kernel = new WebAssembly.Instance(powModule(), { env: { memory } }).exports
const lanes = new Float64Array(memory.buffer)

/** Calls a kernel's function, which takes vectors, on two pairs of doubles. */
function pairwise(name: string, operands: 1 | 2) {
  const signature = [[...new Array<number>(operands).fill(v128), i32], [v128]] as const
  const code = new Code().i32(64)
  for (let index = 0; index < operands; index++) code.i32(0).vectorMemory(vector.load, 16 * index)
  code.get(0).call(0).vectorMemory(vector.store, 0)
  const imports = [{ module: 'env', name, signature }]
  const bytes = moduleBytes({ imports, signature: [[i32], []], locals: [] }, code)
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    env: { memory, ...kernel },
  })
  const run = instance.exports['run'] as (mode: number) => void
  return (a: number, b: number, mode: number): number => {
    // The other lane gets something else, so that lanes cannot be mistaken.
    lanes.set([1.5, a, 1.25, b])
    run(mode)
    return lanes[9]!
  }
}

/** A finite double as m · 2^-1200, exactly. */
function scaled(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!
  const exponent = (bits >> 52n) & 0x7ffn
  const mantissa = (bits & 0xf_ffff_ffff_ffffn) | (exponent === 0n ? 0n : 1n << 52n)
  const magnitude = mantissa << ((exponent === 0n ? 1n : exponent) - 1075n + 1200n)
  return bits >> 63n === 1n ? -magnitude : magnitude
}

/** The next double above or below. */
function neighbour(value: number, up: boolean): number {
  if (value === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE
  const bits = new BigInt64Array(Float64Array.of(value).buffer)
  bits[0]! += value > 0 === up ? 1n : -1n
  return new Float64Array(bits.buffer)[0]!
}

const one = 1n << 1200n
/** Compares a candidate with the exact result: negative where it is too small. */
const operations = {
  add: (a: number, b: number) => (r: number) => scaled(r) - (scaled(a) + scaled(b)),
  subtract: (a: number, b: number) => (r: number) => scaled(r) - (scaled(a) - scaled(b)),
  multiply: (a: number, b: number) => (r: number) => scaled(r) * one - scaled(a) * scaled(b),
  divide: (a: number, b: number) => (r: number) => scaled(r) * scaled(b) - scaled(a) * one,
  squareRoot: (a: number) => (r: number) => scaled(r) ** 2n - scaled(a) * one,
}

/** Whether `result` is the exact value, or the double beside it in the direction asked for. */
function isRounded(result: number, compare: (r: number) => bigint, up: boolean): boolean {
  const side = (r: number) => (Number.isFinite(r) ? compare(r) : r > 0 ? 1n : -1n)
  const error = side(result)
  if (error === 0n) return true
  return up
    ? error > 0n && side(neighbour(result, false)) < 0n
    : error < 0n && side(neighbour(result, true)) > 0n
}

const mantissas = fc.oneof(
  fc.bigInt(0n, (1n << 52n) - 1n),
  // Few bits set or missing: exact results, and ties.
  fc.tuple(fc.integer({ min: 0, max: 51 }), fc.boolean()).map(([bit, whole]) => {
    const some = 1n << BigInt(bit)
    return whole ? (1n << 52n) - some : some
  }),
)
const doubles = (least: number, most: number) =>
  fc.tuple(mantissas, fc.integer({ min: least, max: most })).map(([mantissa, exponent]) => {
    const bits = (BigInt(exponent) << 52n) | mantissa
    return new Float64Array(BigUint64Array.of(bits).buffer)[0]!
  })
const signed = (least: number, most: number) =>
  fc.tuple(doubles(least, most), fc.boolean()).map(([x, minus]) => (minus ? -x : x))

/** Operands within what RandomX's registers hold, by biased exponents. */
const sums = [
  fc.oneof(signed(1023, 1072), fc.integer()),
  fc.oneof(signed(1023, 1054), fc.integer()),
]
const operands: Record<keyof typeof operations, readonly fc.Arbitrary<number>[]> = {
  add: sums,
  subtract: sums,
  multiply: [doubles(700, 2046), doubles(1023, 1054)],
  divide: [doubles(1023, 2046), doubles(768, 1023)],
  squareRoot: [doubles(700, 2046), fc.constant(1)],
}

const runs = { seed: seed(), numRuns: count(1000, 100_000) }

describe.each(Object.keys(operations) as (keyof typeof operations)[])('%s', (name) => {
  const compute = pairwise(name, name === 'squareRoot' ? 1 : 2)

  test.each([
    [1, 'down'],
    [2, 'up'],
    [3, 'to zero'],
  ])('in mode %i, %s', (mode) => {
    const [first, second] = operands[name]
    fc.assert(
      fc.property(first!, second!, (a, b) => {
        const result = compute(a, b, mode)
        const up = mode === 2 || (mode === 3 && result < 0)
        return isRounded(result, operations[name](a, b), up)
      }),
      runs,
    )
  })
})

describe('zeros', () => {
  const add = pairwise('add', 2)
  const subtract = pairwise('subtract', 2)

  test.each([
    [0, 0],
    [1, -0],
    [2, 0],
    [3, 0],
  ])('x - x in mode %i is %o', (mode, expected) => {
    expect(subtract(5, 5, mode)).toBe(expected)
    expect(add(-5, 5, mode)).toBe(expected)
    expect(add(0, -0, mode)).toBe(expected)
  })

  test.each([0, 1, 2, 3])('with equal signs keep the sign in mode %i', (mode) => {
    expect(add(0, 0, mode)).toBe(0)
    expect(add(-0, -0, mode)).toBe(-0)
  })
})

describe('infinity', () => {
  const multiply = pairwise('multiply', 2)
  const divide = pairwise('divide', 2)
  const root = pairwise('squareRoot', 1)

  test.each([
    [0, Infinity],
    [1, Number.MAX_VALUE],
    [2, Infinity],
    [3, Number.MAX_VALUE],
  ])('an overflow in mode %i yields %d', (mode, expected) => {
    expect(multiply(Number.MAX_VALUE, 2, mode)).toBe(expected)
    expect(divide(Number.MAX_VALUE, 2 ** -250, mode)).toBe(expected)
  })

  test.each([0, 1, 2, 3])('remains infinite in mode %i', (mode) => {
    expect(multiply(Infinity, 3, mode)).toBe(Infinity)
    expect(divide(Infinity, 3, mode)).toBe(Infinity)
    expect(root(Infinity, 0, mode)).toBe(Infinity)
  })
})
