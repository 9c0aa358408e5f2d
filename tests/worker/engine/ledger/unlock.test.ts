import { describe, expect, test } from 'vitest'
import {
  blocksToUnlock,
  isLockPassed,
  isUnlocked,
  secondsToUnlock,
  v2HeightOf,
} from '../../../../worker/engine/ledger/unlock.ts'

const chain = {
  height: 3_000_000n,
  time: 1_700_000_000n,
  now: 1_700_000_500n,
  v2Height: 1_009_827n,
}
const mined = (blocksAgo: bigint, unlockTime = 0n) => ({
  height: chain.height - blocksAgo,
  unlockTime,
})
const early = (unlockTime: bigint) => ({ height: chain.v2Height - 1n, unlockTime })

describe('isUnlocked', () => {
  test.each([
    ['9 blocks old', mined(9n), false],
    ['10 blocks old', mined(10n), true],
    ['locked until the next block', mined(10n, chain.height), true],
    ['locked one block longer', mined(10n, chain.height + 1n), false],
    ['locked 120 s more', mined(10n, chain.time + 120n), true],
    ['locked 121 s more', mined(10n, chain.time + 121n), false],
    ['of the days of 60 s blocks, locked 60 s more', early(chain.time + 60n), true],
    ['of the days of 60 s blocks, locked 61 s more', early(chain.time + 61n), false],
    ['locked to the last height there is', mined(10n, 499_999_999n), false],
    ['locked to the first time there is', mined(10n, 500_000_000n), true],
  ])('%s', (_, output, expected) => {
    expect(isUnlocked(output, chain)).toBe(expected)
  })
})

test('isLockPassed does not ask for an age', () => {
  expect(isLockPassed(mined(1n), chain)).toBe(true)
  expect(isLockPassed(mined(1n, chain.height), chain)).toBe(true)
  expect(isLockPassed(mined(1n, chain.height + 1n), chain)).toBe(false)
})

describe('blocksToUnlock', () => {
  test.each([
    ['of this block', mined(0n), 10n],
    ['9 blocks old', mined(9n), 1n],
    ['10 blocks old', mined(10n), 0n],
    ['locked by height beyond its age', mined(3n, chain.height + 50n), 50n],
    ['locked by height within its age', mined(3n, chain.height + 2n), 7n],
    ['locked by time, old enough', mined(20n, chain.time + 1000n), 0n],
    ['locked by time, and young', mined(4n, chain.time + 1000n), 6n],
  ])('%s', (_, output, expected) => {
    expect(blocksToUnlock(output, chain)).toBe(expected)
  })
})

describe('secondsToUnlock', () => {
  test.each([
    ['not locked by time', mined(3n), 0n],
    ['locked by height', mined(3n, chain.height + 50n), 0n],
    ['locked by time, counted by our clock', mined(20n, chain.time + 1000n), 500n],
    ['let go early', mined(20n, chain.time + 100n), 0n],
  ])('%s', (_, output, expected) => {
    expect(secondsToUnlock(output, chain)).toBe(expected)
  })
})

test.each([
  ['mainnet', 1_009_827n],
  ['fakechain', 1_009_827n],
  ['testnet', 624_634n],
  ['stagenet', 32_000n],
] as const)('blocks of 120 s begin on %s as monero has it', (network, height) => {
  expect(v2HeightOf(network)).toBe(height)
})
