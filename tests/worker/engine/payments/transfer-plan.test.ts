import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { Refused } from '../../../../worker/engine/payments/replace-refused.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { roughWeight, weightTarget, type Terms } from '../../../../worker/engine/tx/draft.ts'
import { feeOf } from '../../../../worker/engine/tx/fee.ts'
import {
  TransferPlan,
  type FeePayingRecipient,
} from '../../../../worker/engine/payments/transfer-plan.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { someOutput, someRing } from '../../../support/wallets/output-records.ts'
import { fundsOf, payee, terms } from '../../../support/spending/payment-terms.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'

const xmr = 1_000_000_000_000n

const due = (amount: bigint, name = 1, paysFee = false): FeePayingRecipient => ({
  ...payee(name),
  amount,
  paysFee,
})

const rings = async (outputs: readonly OutputRecord[]) => outputs.map((output) => someRing(output))

const plan = (
  outputs: readonly OutputRecord[],
  dues: readonly FeePayingRecipient[],
  given: Partial<Terms> = {},
  refused: readonly Refused[] = [],
) =>
  new TransferPlan({ ...terms, ...given }, fundsOf(outputs), dues, {
    rings,
    random: seededBytes(1),
    refused,
  }).drafts()

/** A refused payment that spends these outputs. */
const refusalOf = (...inputs: OutputRecord[]): Refused => ({
  txid: 'refused',
  keyImages: inputs.map(({ keyImage }) => keyImage!),
})

/** Outputs of these amounts, far enough apart not to be related. */
const outputsOf = (...amounts: bigint[]) =>
  amounts.map((amount, i) => someOutput({ amount, height: BigInt(100 + 20 * i) }))

describe('TransferPlan', () => {
  test('spends one sufficient output, and a small one with it', async () => {
    const outputs = outputsOf(5n * xmr, 20n * xmr, xmr / 2n, 7n * xmr, 3n * xmr, 4n * xmr)
    const [draft, ...more] = await plan(outputs, [due(10n * xmr)])
    expect(more).toEqual([])
    expect(draft!.inputs).toEqual([outputs[1], outputs[2]])
    expect(draft!.change.amount).toBe(20n * xmr + xmr / 2n - 10n * xmr - draft!.fee)
  })

  test('keeps its last large outputs', async () => {
    const outputs = outputsOf(20n * xmr, 3n * xmr)
    const [draft] = await plan(outputs, [due(10n * xmr)])
    expect(draft!.inputs).toEqual([outputs[0]])
  })

  test('adds no second output that is related to the first', async () => {
    const outputs = [
      someOutput({ amount: 20n * xmr, height: 100n }),
      someOutput({ amount: xmr, height: 105n }),
    ]
    const [draft] = await plan(outputs, [due(10n * xmr)])
    expect(draft!.inputs).toEqual([outputs[0]])
  })

  test('spends two outputs where one is not enough', async () => {
    const outputs = outputsOf(6n * xmr, 6n * xmr, xmr)
    const [draft] = await plan(outputs, [due(10n * xmr)])
    expect(new Set(draft!.inputs)).toEqual(new Set(outputs.slice(0, 2)))
  })

  test('spends several outputs, first those of the address with the highest total', async () => {
    const at = (address: number, height: bigint) =>
      someOutput({ amount: xmr, height, subaddress: { account: 0, address } })
    const poor = [at(3, 100n), at(3, 200n)]
    const rich = [at(5, 110n), at(5, 210n), at(5, 310n)]
    const [draft] = await plan([...poor, ...rich], [due(4n * xmr)])
    expect(draft!.inputs.slice(0, 3).every((output) => rich.includes(output))).toBe(true)
    expect(draft!.inputs.length).toBe(5)
  })

  test('continues with the second address after the preferred one', async () => {
    const at = (address: number, amount: bigint, count: number) =>
      Array.from({ length: count }, (_, i) =>
        someOutput({
          amount,
          height: BigInt(1000 * address + 20 * i),
          subaddress: { account: 0, address },
        }),
      )
    const enough = 10n * xmr + feeOf(terms.rate, roughWeight(terms, 2, 2))
    const [most, less, preferred] = [at(1, 3n * xmr, 5), at(2, 3n * xmr, 4), at(3, enough, 1)]
    const dues = Array.from({ length: 10 }, () => due(xmr))
    const [draft] = await plan([...most, ...less, ...preferred], dues)
    const addresses = draft!.inputs.map(({ subaddress }) => subaddress.address)
    expect(addresses).toEqual([3, 2])
  })

  test('takes another output when the rest does not pay the fee', async () => {
    const outputs = outputsOf(6n * xmr, 4n * xmr, xmr)
    const [draft] = await plan(outputs, [due(10n * xmr)])
    expect(draft!.inputs.length).toBe(3)
  })

  test('makes zero change when the inputs equal amount and fee', async () => {
    const outputs = outputsOf(10n * xmr)
    const [probe] = await plan(outputs, [due(9n * xmr)])
    const [draft] = await plan(outputs, [due(10n * xmr - probe!.fee)])
    expect(draft!.change.amount).toBe(0n)
    expect(draft!.fee).toBe(probe!.fee)
  })

  test('splits more than 15 payments into several transactions', async () => {
    const outputs = outputsOf(...Array.from({ length: 8 }, () => 10n * xmr))
    const dues = Array.from({ length: 33 }, (_, i) => due(xmr + BigInt(i), i + 1))
    const drafts = await plan(outputs, dues)
    expect(drafts.length).toBeGreaterThan(2)
    expect(drafts.every(({ payments }) => payments.length <= 15)).toBe(true)
    expect(drafts.flatMap(({ payments }) => payments).length).toBeGreaterThanOrEqual(33)
  })

  test('splits a payment that is too heavy for one transaction', async () => {
    const outputs = outputsOf(...Array.from({ length: 200 }, () => xmr))
    const drafts = await plan(outputs, [due(180n * xmr)])
    expect(drafts.length).toBe(2)
    expect(drafts[0]!.weight).toBeLessThan(weightTarget + 1500)
    // The last input of the full transaction pays fee and change only.
    expect(drafts[0]!.change.amount).toBeLessThan(xmr + drafts[0]!.fee)
    expect(sumOfAmounts(drafts.flatMap(({ payments }) => payments))).toBe(180n * xmr)
  })

  test('subtracts the fee from the selected payments', async () => {
    const outputs = outputsOf(10n * xmr)
    const dues = [due(4n * xmr, 1, true), due(3n * xmr, 2), due(3n * xmr, 3, true)]
    const [draft] = await plan(outputs, dues)
    const share = draft!.fee / 2n
    expect(draft!.payments.map(({ amount }) => amount)).toEqual([
      4n * xmr - (draft!.fee - share),
      3n * xmr,
      3n * xmr - share,
    ])
    expect(draft!.change.amount).toBe(0n)
  })

  test('makes no draft without outputs', async () => {
    expect(await plan([], [due(xmr)])).toEqual([])
  })

  test('error: the outputs do not pay for amount and fee', async () => {
    await expect(plan(outputsOf(6n * xmr, 4n * xmr), [due(10n * xmr)])).rejects.toMatchObject({
      reason: 'TX_NOT_POSSIBLE',
      message: 'tx not possible',
    })
  })

  test('error: the payments are too small to pay the fee', async () => {
    await expect(plan(outputsOf(xmr), [due(1000n, 1, true)])).rejects.toMatchObject({
      reason: 'TX_NOT_POSSIBLE',
    })
  })

  test('law: inputs equal payments, change and fee, and the fee fits the weight', async () => {
    const amount = fc.bigInt({ min: 1_000_000_000n, max: 50n * xmr })
    const output = fc.record({
      amount,
      height: fc.bigInt({ min: 1n, max: 300n }),
      address: fc.integer({ min: 0, max: 3 }),
    })
    const outputs = fc.array(output, { minLength: 1, maxLength: 60 })
    const dues = fc.array(fc.record({ amount, name: fc.integer({ min: 1, max: 6 }) }), {
      minLength: 1,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(outputs, dues, async (given, wanted) => {
        const owned = given.map(({ amount, height, address }) =>
          someOutput({ amount, height, subaddress: { account: 0, address } }),
        )
        const asked = wanted.map(({ amount, name }) => due(amount, name))
        const drafts = await plan(owned, asked).catch((error: { reason?: string }) => {
          expect(['TX_NOT_POSSIBLE', 'GENERIC_TRANSFER_ERROR']).toContain(error.reason)
          // Only what cannot be paid may fail: fees are below a hundredth of an XMR a piece here.
          expect(sumOfAmounts(owned)).toBeLessThan(
            sumOfAmounts(asked) + (xmr * BigInt(owned.length + 20)) / 100n,
          )
          return undefined
        })
        if (!drafts) return
        const inputs = drafts.flatMap((draft) => draft.inputs)
        expect(new Set(inputs).size).toBe(inputs.length)
        for (const { inputs, payments, change, fee, weight } of drafts) {
          expect(sumOfAmounts(inputs)).toBe(sumOfAmounts(payments) + change.amount + fee)
          expect(fee).toBeGreaterThanOrEqual(feeOf(terms.rate, weight))
          expect(fee - feeOf(terms.rate, weight)).toBeLessThanOrEqual(100_000n)
          expect(payments.every(({ amount }) => amount > 0n)).toBe(true)
        }
        for (const name of new Set(wanted.map(({ name }) => name))) {
          const paid = drafts.flatMap(({ payments }) =>
            payments.filter(({ original }) => original === `payee ${name}`),
          )
          expect(sumOfAmounts(paid)).toBe(sumOfAmounts(wanted.filter((one) => one.name === name)))
        }
      }),
      { numRuns: count(300, 5000), seed: seed() },
    )
  })
})

describe('TransferPlan after a refused payment', () => {
  const at = (address: number, amount: bigint, height: bigint) =>
    someOutput({ amount, height, subaddress: { account: 0, address } })

  test('spends the inputs of the refused payment if they suffice', async () => {
    const outputs = outputsOf(50n * xmr, 6n * xmr, 30n * xmr, 5n * xmr, 4n * xmr)
    const refused = refusalOf(outputs[1]!, outputs[3]!, outputs[4]!)
    const [draft, ...more] = await plan(outputs, [due(10n * xmr)], {}, [refused])
    expect(more).toEqual([])
    expect(draft!.inputs).toEqual([outputs[1], outputs[3]])
  })

  test('spends one input of each refused payment, from several addresses', async () => {
    const outputs = [
      at(0, 50n * xmr, 100n),
      at(1, xmr, 120n),
      at(2, 2n * xmr, 140n),
      at(3, xmr, 160n),
    ]
    const refused = [refusalOf(outputs[3]!), refusalOf(outputs[1]!, outputs[2]!)]
    const [draft] = await plan(outputs, [due(20n * xmr)], {}, refused)
    const spent = draft!.inputs
    expect(spent).toContain(outputs[0])
    expect(spent).toContain(outputs[2])
    expect(spent).toContain(outputs[3])
    expect(new Set(spent).size).toBe(spent.length)
    expect(draft!.fee + draft!.change.amount).toBe(
      spent.reduce((sum, { amount }) => sum + amount, 0n) - 20n * xmr,
    )
  })

  test('begins each of several transactions with another input of the refused payment', async () => {
    const outputs = outputsOf(xmr, 50n * xmr, 2n * xmr, 50n * xmr, 50n * xmr)
    const dues = Array.from({ length: 20 }, (_, i) => due(xmr, i))
    const drafts = await plan(outputs, dues, {}, [refusalOf(outputs[0]!, outputs[2]!)])
    expect(drafts).toHaveLength(2)
    expect(drafts[0]!.inputs).toContain(outputs[2])
    expect(drafts[1]!.inputs).toContain(outputs[0])
  })

  test('error: more transactions than inputs of the refused payment', async () => {
    const outputs = outputsOf(xmr, 50n * xmr, 2n * xmr, 50n * xmr, 50n * xmr)
    const dues = Array.from({ length: 20 }, (_, i) => due(xmr, i))
    await expect(plan(outputs, dues, {}, [refusalOf(outputs[0]!)])).rejects.toMatchObject({
      code: -4,
      data: 'refused before',
    })
  })

  test('error: no input of the refused payment may be spent', async () => {
    const outputs = outputsOf(50n * xmr)
    const refused = refusalOf(someOutput())
    expect(() => plan(outputs, [due(xmr)], {}, [refused])).toThrowError(
      expect.objectContaining({
        code: -4,
        message: expect.stringContaining('could still be mined: refused') as string,
      }),
    )
  })
})
