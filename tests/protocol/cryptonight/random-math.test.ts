import { describe, expect, test } from 'vitest'
import { randomMath } from '#protocol/cryptonight/random-math.ts'

/** Opcodes in the order of the reference. @see monero src/crypto/variant4_random_math.h */
const [MUL, ADD, SUB, ROR, ROL, XOR] = [0, 1, 2, 3, 4, 5] as const

describe('the random program of a height', () => {
  const heights = [0n, 1n, 1_788_000n, 1_806_260n, 2n ** 40n]

  test.each(heights)('at height %i follows the rules of the reference', (height) => {
    const program = randomMath(height)
    expect(program.length).toBeGreaterThanOrEqual(60)
    expect(program.length).toBeLessThanOrEqual(70)
    for (const { opcode, destination, source, constant } of program) {
      expect([MUL, ADD, SUB, ROR, ROL, XOR]).toContain(opcode)
      expect(destination).toBeLessThan(4)
      expect(source).toBeLessThan(9)
      if (opcode !== ADD) expect(constant).toBe(0)
      // A register with itself would be a constant or a doubling.
      if (opcode === SUB || opcode === XOR) expect(source).not.toBe(destination)
    }
    expect(program.some(({ source }) => source === 8)).toBe(true)
  })

  test('depends only on the height', () => {
    const programs = heights.map((height) => JSON.stringify(randomMath(height)))
    expect(new Set(programs).size).toBe(heights.length)
    expect(JSON.stringify(randomMath(1_806_260n))).toBe(programs[3])
  })
})
