import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMultisigInfo, writeMultisigInfo } from '#protocol/interchange/multisig-info.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

const output = fc.record({
  signer: key,
  commitments: fc.array(fc.record({ L: key, R: key }), { maxLength: 5 }),
  partialKeyImages: fc.array(key, { maxLength: 4 }),
})

const info = fc.record({
  spendPublic: key,
  viewPublic: key,
  signer: key,
  outputs: fc.array(output, { maxLength: 5 }),
})

describe('multisig info about outputs', () => {
  test('is parsed to the written value', () => {
    fc.assert(
      fc.property(info, (each) => {
        expect(readMultisigInfo(writeMultisigInfo(each))).toEqual(each)
      }),
      { numRuns: count(100, 2000), seed: seed() },
    )
  })

  test.each([
    ['2/3', 10_000, 4, 2],
    ['4/7', 1_300, 40, 20],
  ])('may describe many outputs: %s', (_, outputs, nonces, parts) => {
    const some = new Uint8Array(32).fill(7)
    const one = {
      signer: some,
      commitments: new Array(nonces).fill({ L: some, R: some }),
      partialKeyImages: new Array(parts).fill(some),
    }
    const bytes = writeMultisigInfo({
      spendPublic: some,
      viewPublic: some,
      signer: some,
      outputs: new Array(outputs).fill(one),
    })
    expect(readMultisigInfo(bytes)).toMatchObject({ outputs: { length: outputs } })
  })

  const [original] = fc.sample(info, { numRuns: 1, seed: 1 })
  test('error: mutated bytes are valid multisig info, or rejected with a known error', () => {
    fc.assert(
      fc.property(mutated([writeMultisigInfo(original!)]), (bytes) => {
        const read = readMultisigInfo(bytes)
        if (typeof read === 'string') expect(['size', 'outputs']).toContain(read)
        else expect(readMultisigInfo(writeMultisigInfo(read))).toEqual(read)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })

  test('error: too short, or followed by other bytes', () => {
    expect(readMultisigInfo(new Uint8Array(95))).toBe('size')
    expect(readMultisigInfo(new Uint8Array(98))).toBe('outputs')
    expect(readMultisigInfo(new Uint8Array(96))).toBe('outputs')
    expect(readMultisigInfo(new Uint8Array(97))).toMatchObject({ outputs: [] })
  })
})
