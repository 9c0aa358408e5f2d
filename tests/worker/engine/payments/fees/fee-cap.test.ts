import { describe, expect, test } from 'vitest'
import {
  feeBasis,
  feeError,
  highestFee,
  highestRates,
  paysFullBlocks,
  type FeeBasis,
} from '../../../../../worker/engine/payments/fees/fee-cap.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import { feeEstimates } from '#protocol/rules/fees.ts'

const tail = 600_000_000_000n
const basis = (given: Partial<FeeBasis> = {}): FeeBasis => ({
  network: 'mainnet',
  height: 3_400_000n,
  rewards: [],
  ...given,
})

/** Rates that monerod answers for a reward, while blocks are small. */
const honest = (reward: bigint) => feeEstimates(reward, { short: 300_000n, long: 300_000n })
const tenthMore = (rates: readonly bigint[]) => rates.map((rate) => (rate * 11n) / 10n)

describe('highestRates', () => {
  test.each([0n, 2_688_888n, 3_400_000n, 3_500_000n])(
    'are those of the tail emission on mainnet, at height %d',
    (height) => {
      expect(highestRates(basis({ height }))).toEqual([22_000n, 88_000n, 352_000n, 4_400_000n])
    },
  )

  test('are at most a tenth above those of a private chain, whose emission is simulated', () => {
    let generated = 0n
    for (let height = 1n; height <= 20_000n; height++) {
      const reward = baseReward(generated, 16)
      if (height % 5_000n === 1n) {
        const rates = honest(reward)
        const most = highestRates(basis({ network: 'fakechain', height }))
        for (const [i, rate] of rates.entries()) {
          expect(most[i]!).toBeGreaterThanOrEqual(rate)
          // Rates are rounded up to two digits.
          expect(most[i]!).toBeLessThanOrEqual((rate * 12n) / 10n)
        }
      }
      generated += reward
    }
  })

  test('follow the median of the rewards that the wallet read, up to the emission', () => {
    const young = (...rewards: bigint[]) =>
      highestRates(basis({ network: 'fakechain', height: 100n, rewards }))
    const [low, median, high] = [10n, 20n, 30n].map((xmr) => xmr * 1_000_000_000_000n)
    expect(young(high!, low!, median!)).toEqual(tenthMore(honest(median!)))
    expect(young(90n * tail)).toEqual(young())
  })

  test('follow the emission at the own height once blocks were read, on a private chain named mainnet', () => {
    const reward = baseReward(0n, 16)
    const rates = highestRates(basis({ height: 100n, rewards: [reward] }))
    expect(rates[0]).toBeGreaterThanOrEqual(honest(reward)[0]!)
    expect(rates[0]).toBeLessThanOrEqual((honest(reward)[0]! * 12n) / 10n)
  })
})

describe('feeError', () => {
  test('allows the highest priority of the tail emission, and names the fee and the limit above it', () => {
    const most = highestFee(2_200, basis())
    expect(most).toBe(2_200n * 4_400_000n)
    expect(feeError(most, 2_200, basis())).toBeUndefined()
    expect(feeError(most + 1n, 2_200, basis())).toBe(
      'its fee is too high: expected at most 9680000000 piconero for a weight of 2200, got ' +
        '9680000001; make the transaction again with another daemon',
    )
  })

  test('allows the fees of a chain that begins, to a wallet without blocks', () => {
    const fee = 240_000_000n * 2_200n
    expect(feeError(fee, 2_200, basis({ network: 'fakechain', height: 1n }))).toBeUndefined()
    expect(feeError(fee, 2_200, basis({ height: 1n }))).toBeDefined()
  })
})

describe('paysFullBlocks', () => {
  const half = 3_000_000_000n
  test.each<[boolean, string, Partial<FeeBasis>]>([
    [true, 'the newest block pays half of the fees of a full block', { rewards: [tail + half] }],
    [false, 'it pays less', { rewards: [tail + half - 1n, 2n * tail] }],
    [false, 'no block was read', {}],
    [
      false,
      'the emission is not constant yet',
      { rewards: [tail + half], network: 'fakechain', height: 9n },
    ],
  ])('is %s where %s', (expected, _, given) => {
    expect(paysFullBlocks(basis(given))).toBe(expected)
  })
})

describe('feeBasis', () => {
  test('has the rewards of the records of blocks, the newest first', async () => {
    const store = new Store(async () => undefined)
    await store.commit((change) => {
      change.put(store.info, 'wallet', { network: 'stagenet' } as never)
      for (const [name, first, reward] of [
        ['1', 512n, 7n],
        ['3', 1_536n, 0n],
        ['2', 1_024n, 5n],
      ] as const)
        change.put(store.blocks, name, { first, ids: new Uint8Array(64), reward })
    })
    expect(feeBasis(store)).toEqual({ network: 'stagenet', height: 1_538n, rewards: [5n, 7n] })
  })
})
