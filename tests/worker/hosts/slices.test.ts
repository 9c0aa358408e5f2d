import { expect, test } from 'vitest'
import { callsOf } from '../../../web/client.ts'
import { inSlices, sliceLength } from '../../../worker/hosts/slices.ts'
import type { Outcome } from '../../../worker/rpc/dispatcher.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index))
const calls = (outcome: Outcome) => inSlices(async () => outcome)

test('a list of one slice comes with the answer', async () => {
  const outcome = { result: { in: numbers(sliceLength), total: 5n } }
  expect(await calls(outcome).callInSlices('get_transfers', {})).toEqual({ outcome })
})

test('longer lists come in slices, each once and in order', async () => {
  const host = calls({ result: { in: numbers(2500), out: numbers(1001), pool: [7n], total: 5n } })
  const { outcome, rest } = await host.callInSlices('get_transfers', {})
  expect(outcome).toEqual({ result: { in: [], out: [], pool: [7n], total: 5n } })
  const slices = []
  for (let slice; (slice = await host.nextSlice(rest!));)
    slices.push([slice.list, slice.items.length, slice.items[0]])
  expect(slices).toEqual([
    ['in', 1000, 0n],
    ['in', 1000, 1000n],
    ['in', 500, 2000n],
    ['out', 1000, 0n],
    ['out', 1, 1000n],
  ])
  expect(await host.nextSlice(rest!)).toBeUndefined()
})

test('the page puts them together, also when it asks twice at the same time', async () => {
  const result = { in: numbers(3001), out: numbers(5) }
  const call = callsOf(calls({ result }))
  expect(await Promise.all([call('get_transfers', {}), call('get_transfers', {})])).toEqual([
    { result },
    { result },
  ])
})

test.each([{ result: undefined }, { result: {} }, { result: { wallets: [] } }])(
  'an answer without lists stays as it is: %j',
  async (outcome) => expect(await callsOf(calls(outcome))('close_wallet', {})).toEqual(outcome),
)

test('error: an error comes as it is', async () => {
  const error = { code: -13, message: 'No wallet file' }
  expect(await callsOf(calls({ error }))('get_transfers', {})).toEqual({ error })
})
