import { expect, test } from 'vitest'
import { backlogOf } from '../../../../proxy/node/pool/backlog.ts'
import { arrival, poolEntry } from '../../../support/transactions/pool-entry.ts'

test('the time in the pool is negative, as the reference writes it into a u64', () => {
  const entries = [poolEntry({ weight: 7n, fee: 8n }), poolEntry({ receiveTime: arrival + 5n })]
  expect(backlogOf(entries, arrival + 5n)).toEqual([
    { weight: 7n, fee: 8n, timeInPool: 18_446_744_073_709_551_611n },
    { weight: 1500n, fee: 100n, timeInPool: 0n },
  ])
  expect(backlogOf([], arrival)).toEqual([])
})
