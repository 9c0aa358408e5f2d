import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { count, seed } from '../../support/random/case-counts.ts'
import { seededBelow, seededBytes } from '../../support/random/sfc32.ts'
import { edgeScalars, randomPoint, randomScalar, smallOrder } from '../../wasm/values.ts'
import { derived, expected, jobsOf } from './cases.ts'
import { interpret } from './interpreted.ts'
import { compile, type Program } from './interpreter/compile.ts'
import { kernelText, limbsOf, numberOf } from './kernel.ts'

const { Fp } = ed25519.Point
const loose = 3 * 2 ** 13
const carried = 2 ** 13

const fresh = () => compile(kernelText())
const below = seededBelow(seed())
const random = seededBytes(seed())

let kernel: Program
beforeAll(() => {
  kernel = fresh()
})

/** Elements with the greatest limbs, with zeros, and with random limbs up to `most`. */
const elements = (most: number) => [
  limbsOf(0n),
  limbsOf(Fp.ORDER),
  limbsOf(Fp.ORDER - 1n),
  ...[0, 1].map((parity) => limbsOf(0n).map((_, i) => (i % 2 === parity ? most : 0))),
  limbsOf(0n).map(() => most),
  ...Array.from({ length: count(20, 200) }, () => limbsOf(0n).map(() => below(most + 1))),
]

const run = (name: string, ...values: unknown[]) => kernel.run(name, ...values) as number[]
const valueOf = (element: readonly number[]) => Fp.create(numberOf(element))

describe('the field', () => {
  test('mul multiplies a loose and a carried element without overflow, to a carried one', () => {
    for (const x of elements(loose))
      for (const y of elements(carried)) {
        const product = run('mul', x, y)
        expect(valueOf(product)).toBe(Fp.mul(valueOf(x), valueOf(y)))
        expect(Math.max(...product)).toBeLessThanOrEqual(carried)
      }
  })

  test('sq squares a carried element without overflow, to a carried one', () => {
    for (const x of elements(carried)) {
      const square = run('sq', x)
      expect(valueOf(square)).toBe(Fp.sqr(valueOf(x)))
      expect(Math.max(...square)).toBeLessThanOrEqual(carried)
    }
  })

  test('add and sub of carried elements are loose, and carry settles larger ones', () => {
    for (const x of elements(carried))
      for (const y of elements(carried)) {
        const [sum, difference] = [run('add', x, y), run('sub', x, y)]
        expect(valueOf(sum)).toBe(Fp.add(valueOf(x), valueOf(y)))
        expect(valueOf(difference)).toBe(Fp.sub(valueOf(x), valueOf(y)))
        expect(Math.max(...sum, ...difference)).toBeLessThanOrEqual(loose)
      }
    for (const x of elements(2 ** 16)) {
      const settled = run('carry', x)
      expect(valueOf(settled)).toBe(valueOf(x))
      expect(Math.max(...settled)).toBeLessThanOrEqual(carried)
    }
  })

  test('canonical is the number below p', () => {
    for (const x of elements(carried)) expect(numberOf(run('canonical', x))).toBe(valueOf(x))
    for (let n = Fp.ORDER - 3n; n < 2n ** 255n; n++)
      expect(numberOf(run('canonical', limbsOf(n)))).toBe(Fp.create(n))
  })

  test('invert is 1/x, and 0 for 0', () => {
    for (const x of elements(carried).slice(0, 8)) {
      const value = valueOf(x)
      expect(valueOf(run('invert', x))).toBe(value === 0n ? 0n : Fp.inv(value))
    }
  })
})

test('the kernel derives the same as the fallback, and refuses the same keys', () => {
  for (const job of jobsOf(random, count(90, 1000), count(1, 10)))
    expect(derived(job, interpret(job, kernel))).toEqual(expected(job, random))
})

test('no branch and no index depends on the view secret', () => {
  const keys = [randomPoint(random), smallOrder[4]!]
  const secrets = [edgeScalars[0]!, edgeScalars[1]!, ...[0, 0, 0].map(() => randomScalar(random))]
  const traces = secrets.map((secret) => {
    const program = fresh()
    interpret({ keys, secret }, program)
    return program.trace
  })
  expect(new Set(traces).size).toBe(1)
})

describe('operations', () => {
  const countOf = (work: (program: Program) => unknown) => {
    const program = fresh()
    work(program)
    return program
  }

  test('of a product and of a square', () => {
    const zero = limbsOf(0n)
    expect(countOf((program) => program.run('mul', zero, zero)).operations).toEqual({
      multiply: 421,
      add: 441,
      bitwise: 122,
    })
    expect(countOf((program) => program.run('sq', zero)).operations).toEqual({
      multiply: 231,
      add: 270,
      bitwise: 122,
    })
  })

  test('of a derivation, whatever the key and the secret, and as docs/performance.md states', () => {
    const document = readFileSync('docs/performance.md', 'utf8')
    const jobs = jobsOf(random, 0, 1)
    for (const { keys, secret } of [jobs[0]!, ...jobs.slice(-2)]) {
      const { operations, calls } = countOf((program) =>
        interpret({ keys: keys.slice(-1), secret }, program),
      )
      const counts = { ...operations, mul: calls.mul, sq: calls.sq }
      expect(counts).toEqual({
        multiply: 931_294,
        add: 1_097_180,
        bitwise: 489_536,
        mul: 1368,
        sq: 1530,
      })
      for (const each of Object.values(counts))
        expect(document).toContain(each!.toLocaleString('en').replaceAll(',', ' '))
    }
  })
})
