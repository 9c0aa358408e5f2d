import { describe, expect, test } from 'vitest'
import { paddedOutputs } from '#protocol/chain/ringct.ts'

describe('paddedOutputs', () => {
  const proof = (L: number, R = L) => ({
    L: Array<Uint8Array>(L).fill(new Uint8Array(32)),
    R: Array<Uint8Array>(R).fill(new Uint8Array(32)),
  })

  test('is two to the power of the number of rounds above six', () => {
    expect([6, 7, 8, 9, 10].map((rounds) => paddedOutputs([proof(rounds)]))).toEqual([
      1, 2, 4, 8, 16,
    ])
    expect(paddedOutputs([proof(6), proof(8)])).toBe(5)
    expect(paddedOutputs([])).toBe(0)
  })

  test.each([
    [5, 5],
    [11, 11],
    [7, 6],
  ])('error: %i L and %i R', (L, R) => {
    expect(() => paddedOutputs([proof(L, R)])).toThrow(`Bulletproof: ${L} L and ${R} R`)
  })
})
