/**
 * Checks the description of transactions to be signed against the transactions themselves.
 *
 * @module
 */
import { expect } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { max64 } from '#protocol/fields.ts'
import { describeAll } from '../../../worker/engine/exchange/describe.ts'

const refusals = [
  'Change goes to more than one address',
  'Empty sources',
  'It spends more than there ever will be',
  'It pays more than it spends',
  'No transaction can be made of it',
  'Claimed change does not go to a paid address',
  'Claimed change is larger than payment to the change address',
]

/** Expects one description per construction, with the construction's own sums; or a known refusal. */
export function expectDescribed(constructions: readonly Construction[]): void {
  const described = describeAll(constructions, 'fakechain')
  if (typeof described === 'string') {
    expect(refusals).toContain(described)
    return
  }
  expect(described).toHaveLength(constructions.length)
  for (const [at, { sources, outputs, change }] of constructions.entries()) {
    const { amountIn, amountOut, changeAmount, fee, weight } = described[at]!
    expect([amountIn, amountOut, changeAmount]).toEqual([
      sumOfAmounts(sources),
      sumOfAmounts(outputs),
      change.amount,
    ])
    expect(fee).toBe(amountIn - amountOut)
    expect(fee >= 0n && fee <= max64).toBe(true)
    expect(weight).toBeGreaterThan(0)
  }
}
