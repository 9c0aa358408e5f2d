import { expect, test } from 'vitest'
import { isUnlockTimePassed } from '../../../../proxy/node/verify/unlock.ts'

// monero Blockchain::is_tx_spendtime_unlocked: heights below CRYPTONOTE_MAX_BLOCK_NUMBER, times above.
const height = 1000n
const adjustedTime = 1_700_000_000n

test.each([
  ['no lock', 0n, true],
  ['the height of the next block', height, true],
  ['the height above the next block', height + 1n, false],
  ['the largest height', 499_999_999n, false],
  ['the smallest time', 500_000_000n, true],
  ['the current time', adjustedTime, true],
  ['one block target ahead', adjustedTime + 120n, true],
  ['a second more than one block target ahead', adjustedTime + 121n, false],
  ['the largest number', 2n ** 64n - 1n, false],
])('an unlock time of %s', (_, unlockTime, isPassed) => {
  expect(isUnlockTimePassed(unlockTime, { height, adjustedTime })).toBe(isPassed)
})
