import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Construction, RecipientAmount } from '#protocol/interchange/construction.ts'
import { readUnsignedSet, writeUnsignedSet } from '#protocol/interchange/sets.ts'
import { describeAll } from '../../../../worker/engine/exchange/describe.ts'
import { expectDescribed } from '../../../support/spending/expect-described.ts'
import { currentRules } from '../../../support/transactions/constructions.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const paid = (amount: bigint, byte = 8): RecipientAmount => ({
  original: '',
  amount,
  spendKey: key(byte),
  viewKey: key(9),
  isSubaddress: false,
  isIntegrated: false,
})
const source: Construction['sources'][number] = {
  ring: [1, 5].map((globalIndex) => ({ globalIndex, key: key(1), commitment: key(2) })),
  realIndex: 1,
  txPublicKey: key(3),
  additionalKeys: [],
  indexInTx: 7,
  amount: 100n,
  ringct: true,
  mask: key(5),
}
const asked: Construction = {
  sources: [source, source],
  change: paid(120n),
  positions: [1n, 2n],
  outputs: [paid(70n, 4), paid(120n)],
  payments: [paid(70n, 4)],
  extra: Uint8Array.of(2, 9, 1, ...key(3).subarray(0, 8)),
  ...currentRules,
}
const describeWith = (change: Partial<Construction>) =>
  describeAll([{ ...asked, ...change }], 'fakechain')

describe('describeAll', () => {
  test('returns the sums of a construction', () => {
    expect(describeWith({})).toMatchObject([
      { amountIn: 200n, amountOut: 190n, changeAmount: 120n, fee: 10n, ringSize: 2 },
    ])
  })

  const most = 2n ** 64n - 1n
  test.each<[string, Partial<Construction>, string]>([
    ['outputs above the inputs', { sources: [source] }, 'It pays more than it spends'],
    [
      'inputs above 2^64 - 1',
      { sources: [source, source].map((each) => ({ ...each, amount: most })) },
      'It spends more than there ever will be',
    ],
    ['no inputs', { sources: [] }, 'Empty sources'],
    [
      'no outputs',
      { change: paid(0n), outputs: [], payments: [] },
      'No transaction can be made of it',
    ],
    [
      '17 payments',
      { payments: new Array<RecipientAmount>(17).fill(paid(1n)) },
      'No transaction can be made of it',
    ],
  ])('error: %s', (_, change, problem) => {
    expect(describeWith(change)).toBe(problem)
  })

  test('error: several constructions with inputs above 2^64 - 1', () => {
    const sources = [{ ...source, amount: most }]
    const outputs = [paid(most - 10n)]
    const large = { ...asked, sources, outputs, change: paid(0n), payments: outputs }
    expect(describeAll([large], 'fakechain')).toMatchObject([{ fee: 10n }])
    expect(describeAll([large, large], 'fakechain')).toBe('It spends more than there ever will be')
  })

  const amount = fc.oneof(fc.constantFrom(0n, 1n, most), fc.bigInt({ min: 0n, max: most }))
  const payee = fc
    .record({ amount, byte: fc.nat(3), isSubaddress: fc.boolean() })
    .map(({ amount, byte, isSubaddress }) => ({ ...paid(amount, byte), isSubaddress }))
  const ring = fc.array(
    fc.record({
      globalIndex: fc.maxSafeNat(),
      key: fc.constant(key(1)),
      commitment: fc.constant(key(2)),
    }),
    { minLength: 1, maxLength: 3 },
  )
  const construction: fc.Arbitrary<Construction> = fc.record({
    sources: fc.array(
      fc
        .record({ ring, amount, ringct: fc.boolean() })
        .map((each) => ({ ...source, ...each, realIndex: 0 })),
      { maxLength: 3 },
    ),
    change: payee,
    outputs: fc.array(payee, { maxLength: 3 }),
    ringct: fc.boolean(),
    payments: fc.array(payee, { maxLength: 3 }),
    extra: fc.oneof(fc.constant(asked.extra), fc.uint8Array({ maxLength: 50 })),
    unlockTime: amount,
    account: fc.nat(2),
    positions: fc.constant([]),
    viewTags: fc.boolean(),
    addresses: fc.constant([]),
    proof: fc.constant(asked.proof),
  })

  test('law: returns matching sums for any constructions, or refuses them', () => {
    fc.assert(fc.property(fc.array(construction, { maxLength: 3 }), expectDescribed), {
      numRuns: count(2000, 20_000),
      seed: seed(),
    })
  })

  test('law: returns matching sums for a set with altered bytes, or refuses it', () => {
    const outputs = { offset: 0, total: undefined, outputs: [] }
    const one = writeUnsignedSet({ constructions: [asked], outputs })
    const plain = { ...asked, ringct: false, sources: [{ ...source, ringct: false }] }
    const two = writeUnsignedSet({ constructions: [asked, plain], outputs })
    fc.assert(
      fc.property(mutated([one, two]), (bytes) =>
        expectDescribed(readUnsignedSet(bytes)?.constructions ?? []),
      ),
      { numRuns: count(1000, 50_000), seed: seed() },
    )
  })
})
