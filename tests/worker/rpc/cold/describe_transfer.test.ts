import { describe, expect, test } from 'vitest'
import { at, coin, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('describe_transfer', () => {
  test('returns the inputs and payments of an unsigned set', async () => {
    const { hot, offline, cold, to } = await coldPair([at(0)])
    const address = cold.addresses.address(at(1))
    const destinations = [{ address, amount: coin / 4n }]
    const { unsigned_txset, fee, weight } = await hot('transfer', { destinations })
    const { desc, summary } = await offline('describe_transfer', { unsigned_txset })
    const sums = {
      amount_in: coin,
      amount_out: coin - fee,
      recipients: [{ address, amount: coin / 4n }],
      change_amount: coin - coin / 4n - fee,
      change_address: to,
      fee,
    }
    expect(summary).toEqual(sums)
    expect(desc).toMatchObject([
      {
        ...sums,
        sources: [{ amount: coin, rct: true }],
        payment_id: '',
        ring_size: 16,
        unlock_time: 0n,
        dummy_outputs: 0,
        weight,
      },
    ])
  })

  test.each([
    [{}, -1, 'no txset provided'],
    [{ unsigned_txset: 'xx' }, -26, 'Failed to parse hex.'],
    [{ unsigned_txset: '00' }, -39, 'cannot load unsigned_txset'],
    [{ multisig_txset: '00' }, -34, 'cannot load multisig_txset'],
  ])('error: %j', async (params, code, message) => {
    const { offline } = await coldPair([])
    expect(await offline('describe_transfer', params)).toEqual({ error: { code, message } })
  })

  test('error: a view-only wallet', async () => {
    const { hot } = await coldPair([])
    expect(await hot('describe_transfer')).toMatchObject({ error: { code: -29 } })
  })
})
