import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMultisigSeed, writeMultisigSeed } from '#protocol/interchange/multisig-seed.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

const multisigSeed = fc.record({
  threshold: fc.nat(0xffff_ffff),
  baseSecret: key,
  spendPublic: key,
  viewSecret: key,
  viewPublic: key,
  shares: fc.array(key, { maxLength: 6 }),
  signers: fc.array(key, { maxLength: 16 }),
})

describe('the seed of a multisig wallet', () => {
  test('is parsed to the written value', () => {
    fc.assert(
      fc.property(multisigSeed, (each) => {
        expect(readMultisigSeed(writeMultisigSeed(each))).toEqual(each)
      }),
      { numRuns: count(100, 2000), seed: seed() },
    )
  })

  const [original] = fc.sample(multisigSeed, { numRuns: 1, seed: 1 })
  test('error: mutated bytes are either a valid seed or rejected', () => {
    fc.assert(
      fc.property(mutated([writeMultisigSeed(original!)]), (bytes) => {
        const read = readMultisigSeed(bytes)
        expect(read === undefined ? bytes : writeMultisigSeed(read)).toEqual(bytes)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })
})
