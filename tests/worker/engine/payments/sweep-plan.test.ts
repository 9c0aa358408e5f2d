import { describe, expect, test } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { feeOf } from '../../../../worker/engine/tx/fee.ts'
import { sweepDrafts } from '../../../../worker/engine/payments/sweep-plan.ts'
import { someOutput, someRing } from '../../../support/wallets/output-records.ts'
import { payee, terms } from '../../../support/spending/payment-terms.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'

const xmr = 1_000_000_000_000n
const rings = async (outputs: readonly OutputRecord[]) => outputs.map((output) => someRing(output))

const sweep = (amounts: readonly bigint[], outputs = 1) =>
  sweepDrafts(
    terms,
    amounts.map((amount) => someOutput({ amount })),
    { recipients: Array.from({ length: outputs }, () => payee(1)) },
    { rings, random: seededBytes(1) },
  )

describe('sweepDrafts', () => {
  test('makes zero change', async () => {
    const [draft, ...more] = await sweep([3n * xmr, 4n * xmr, 5n * xmr])
    expect(more).toEqual([])
    expect(draft!.fee).toBe(feeOf(terms.rate, draft!.weight))
    expect(draft!.payments.map(({ amount }) => amount)).toEqual([12n * xmr - draft!.fee])
    expect(draft!.change.amount).toBe(0n)
  })

  test('divides equally, odd piconero to the first', async () => {
    const [draft] = await sweep([10n * xmr + 1n], 3)
    const amounts = draft!.payments.map(({ amount }) => amount)
    expect(sumOfAmounts(draft!.payments)).toBe(10n * xmr + 1n - draft!.fee)
    expect(amounts[0]! - amounts[2]!).toBeLessThanOrEqual(1n)
    expect(amounts).toEqual([...amounts].sort((a, b) => (a > b ? -1 : 1)))
    expect(draft!.change.amount).toBe(0n)
  })

  test('makes several transactions for many outputs, each output once', async () => {
    const drafts = await sweep(Array.from({ length: 300 }, () => xmr))
    expect(drafts.length).toBe(3)
    const inputs = drafts.flatMap((draft) => draft.inputs)
    expect(new Set(inputs).size).toBe(300)
    expect(inputs.length).toBe(300)
  })

  test('makes 16 outputs', async () => {
    const [draft] = await sweep([xmr], 16)
    expect(draft!.payments.length).toBe(16)
  })

  test('error: 17 outputs', async () => {
    await expect(sweep([xmr], 17)).rejects.toMatchObject({ code: -4 })
  })

  test('error: less than the fee', async () => {
    await expect(sweep([1000n])).rejects.toMatchObject({
      code: -37,
      message: 'not enough unlocked money',
    })
  })
})
