import { beforeAll, describe, expect, test } from 'vitest'
import {
  chooseReserve,
  type MinimumReserve,
} from '../../../../worker/engine/proofs/reserve-choice.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { reserveScene } from '../../../support/wallets/reserve-scene.ts'

let wallet: Wallet
beforeAll(async () => void ({ wallet } = await reserveScene()))

/** Amounts that are chosen of 5, 9, 7, 7 in account 0 and 100 in account 1. */
const chosen = (least?: MinimumReserve) => chooseReserve(wallet, least).map(({ amount }) => amount)
const of0 = (amount: bigint) => chosen({ account: 0, amount })

/** Runs a check while all outputs of an amount differ. */
async function changed(amount: bigint, given: Partial<OutputRecord>, check: () => void) {
  const { outputs } = wallet.store
  const before = [...outputs.values()].filter((output) => output.amount === amount)
  for (const output of before) outputs.set(output.key, { ...output, ...given })
  try {
    check()
  } finally {
    for (const output of before) outputs.set(output.key, output)
  }
}

describe('chooseReserve', () => {
  test('takes all outputs in chain order where no amount is given', () => {
    expect(chosen()).toEqual([5n, 9n, 7n, 7n, 100n])
  })

  test.each([
    [1n, [5n]],
    [5n, [5n]],
    [6n, [7n]],
    [9n, [9n]],
    [10n, [9n, 7n]],
    [16n, [9n, 7n]],
    [17n, [9n, 7n, 7n]],
    [28n, [9n, 7n, 7n, 5n]],
  ])('takes the fewest outputs that reach %d', (amount, expected) => {
    expect(of0(amount)).toEqual(expected)
  })

  test('leaves frozen and spent outputs', async () => {
    await changed(100n, { frozen: true }, () => expect(chosen()).toEqual([5n, 9n, 7n, 7n]))
    const spent = { txid: 'ab', height: 3n }
    await changed(7n, { spent }, () => expect(chosen()).toEqual([5n, 9n, 100n]))
    // A spend that waits in the pool is not proven.
    await changed(7n, { spent: { txid: 'ab' } }, () => expect(chosen()).toContain(7n))
  })

  test('leaves outputs without a key image, which cannot be proven', async () => {
    await changed(9n, { keyImage: undefined as never }, () =>
      expect(chosen()).toEqual([5n, 7n, 7n, 100n]),
    )
  })

  test.each([
    [{ account: 0, amount: 29n }, 'Not enough balance in this account'],
    [{ account: 1, amount: 101n }, 'Not enough balance in this account'],
    [{ account: 0, amount: 0n }, 'Proved amount must be greater than 0'],
  ])('error: %o', (least, message) => {
    expect(() => chosen(least)).toThrow(
      expect.objectContaining({
        reason: 'UNKNOWN_ERROR',
        message: expect.stringContaining(message),
      }),
    )
  })
})
