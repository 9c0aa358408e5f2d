/**
 * Upper halves of products against bigints.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Code, moduleBytes, type } from '../../../wasm/randomx/code.ts'
import { highSigned, highUnsigned } from '../../../wasm/randomx/high.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const { i64 } = type
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })

/** The function whose code `write` makes. */
function compiled(write: typeof highUnsigned) {
  const code = new Code()
  write(code, 0, 1, { low: 2, middle: 3 })
  const shape = { imports: [], signature: [[i64, i64], [i64]], locals: [[2, i64]] } as const
  const module = new WebAssembly.Module(moduleBytes(shape, code))
  const { run } = new WebAssembly.Instance(module, { env: { memory } }).exports
  return run as (a: bigint, b: bigint) => bigint
}

const least = -(1n << 63n)
const factor = fc.oneof(
  fc.bigInt(least, -1n - least),
  // Halves of zeros and ones: the largest sums.
  fc.constantFrom(
    0n,
    1n,
    -1n,
    least,
    -1n - least,
    0xffff_ffffn,
    -0x1_0000_0000n,
    0x7fff_ffffn << 32n,
  ),
)
const runs = { seed: seed(), numRuns: count(1000, 100_000) }

describe('the upper half of a product', () => {
  test('of unsigned integers', () => {
    const high = compiled(highUnsigned)
    const unsigned = (value: bigint) => BigInt.asUintN(64, value)
    fc.assert(
      fc.property(factor, factor, (a, b) => {
        expect(unsigned(high(a, b))).toBe((unsigned(a) * unsigned(b)) >> 64n)
      }),
      runs,
    )
  })

  test('of signed integers', () => {
    const high = compiled(highSigned)
    fc.assert(
      fc.property(factor, factor, (a, b) => {
        expect(high(a, b)).toBe((a * b) >> 64n)
      }),
      runs,
    )
  })
})
