import { describe, expect, test } from 'vitest'
import { chooseSwept } from '../../../../worker/engine/payments/sweep-choice.ts'
import type { Refused } from '../../../../worker/engine/payments/replace-refused.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import { fundsOf, terms } from '../../../support/spending/payment-terms.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

/** The fee of an input at the rate of `terms`: 679 bytes. */
const least = 13_580_000n

const at = (address: number, amount: bigint) =>
  someOutput({ amount, subaddress: { account: 0, address } })

const choose = (
  outputs: readonly OutputRecord[],
  { named = false, below = 0n, random = 1, refused = [] as Refused[] } = {},
) => chooseSwept(seededBytes(random), terms, fundsOf(outputs), { named, below, refused })

const anySeed = Array.from({ length: 40 }, (_, i) => i)

describe('chooseSwept', () => {
  test('takes all outputs of one random address, never of index 0', () => {
    const [a, b, c, d] = [at(0, 90n * least), at(1, least), at(2, least), at(1, 2n * least)]
    const chosen = anySeed.map((random) => choose([a, b, c, d], { random }))
    expect(new Set(chosen.map((outputs) => outputs[0]))).toEqual(new Set([b, c]))
    for (const outputs of chosen) expect(outputs).toEqual(outputs[0] === b ? [b, d] : [c])
  })

  test('takes an address with an input of each refused payment, index 0 if no other has one', () => {
    const [a, b, c] = [at(0, least), at(1, least), at(2, least)]
    const refused = (...inputs: OutputRecord[]) =>
      inputs.map(({ keyImage }, i) => ({ txid: `${i}`, keyImages: [keyImage!] }))
    for (const random of anySeed) {
      expect(choose([a, b, c], { random, refused: refused(c) })).toEqual([c])
      expect(choose([a, b, c], { random, refused: refused(a) })).toEqual([a])
      expect([[b], [c]]).toContainEqual(choose([a, b, c], { random, refused: refused(b, c) }))
    }
  })

  test('takes index 0 if no other address has outputs', () => {
    const outputs = [at(0, least), at(1, least - 1n)]
    expect(choose(outputs)).toEqual([outputs[0]])
  })

  test('takes all named addresses, index 0 included', () => {
    const outputs = [at(0, least), at(1, least), at(2, least)]
    expect(choose(outputs, { named: true })).toEqual(outputs)
  })

  test('leaves outputs that cost more than their amount', () => {
    const outputs = [at(1, least - 1n), at(1, least), at(1, 0n)]
    expect(choose(outputs, { named: true })).toEqual([outputs[1]])
  })

  test('takes only outputs below the limit', () => {
    const outputs = [at(1, 2n * least), at(1, 3n * least), at(2, 2n * least - 1n)]
    expect(choose(outputs, { named: true, below: 2n * least })).toEqual([outputs[2]])
    expect(choose(outputs, { below: 2n * least })).toEqual([outputs[2]])
  })

  test.each([
    ['no outputs', [], 0n, 'No unlocked balance in the specified subaddress(es)'],
    ['dust alone', [at(0, least - 1n)], 0n, 'No unlocked balance in the specified subaddress(es)'],
    [
      'no output below the limit',
      [at(0, least)],
      least,
      'The smallest amount found is not below the specified threshold',
    ],
  ])('error: %s', (_, outputs, below, message) => {
    expect(() => choose(outputs, { below })).toThrow(
      expect.objectContaining({ reason: 'GENERIC_TRANSFER_ERROR', message }),
    )
  })
})
