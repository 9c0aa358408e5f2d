import { expect, test } from 'vitest'
import { newState } from '../../../../proxy/node/state/state.ts'

test('the state of a node starts empty at the current time, and ends its bans by its clock', () => {
  const clock = { time: 1000n, now: () => clock.time }
  const { bans, limits, tracker, startTime } = newState(clock)
  expect([bans.list(), tracker.list(), limits.up, startTime]).toEqual([[], [], 8192n, 1000n])
  bans.set('10.1.2.3', true, 60)
  clock.time += 60n
  expect(bans.left('10.1.2.3')).toBe(0n)
})
