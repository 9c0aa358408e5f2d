import { describe, expect, test } from 'vitest'
import type { FeeBasis } from '../../../../../worker/engine/payments/fees/fee-cap.ts'
import { feeRate } from '../../../../../worker/engine/payments/fees/fees.ts'
import { ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

/** As mainnet's nodes answered in 2023, at the tail emission and small blocks. */
const fees = [20_000n, 80_000n, 320_000n, 4_000_000n]
const mainnet: FeeBasis = { network: 'mainnet', height: 3_000_000n, rewards: [] }

const estimate = (given = {}) => ({
  get_fee_estimate: async () => ({
    status: 'OK',
    fee: 20_000n,
    quantization_mask: 10_000n,
    fees,
    ...given,
  }),
})

describe('feeRate', () => {
  test.each([
    [0, 20_000n],
    [1, 20_000n],
    [2, 80_000n],
    [3, 320_000n],
    [4, 4_000_000n],
    [9, 4_000_000n],
  ])('of priority %d', async (priority, perByte) => {
    const daemon = fakeDaemon({ rpc: estimate() })
    expect(await feeRate(daemon, priority, mainnet)).toEqual({ perByte, mask: 10_000n })
  })

  test('accepts the high rates of a young chain with large rewards', async () => {
    // The rates of monerod --regtest.
    const young = [1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n]
    const daemon = fakeDaemon({ rpc: estimate({ fees: young }) })
    expect(
      (await feeRate(daemon, 4, { network: 'fakechain', height: 200n, rewards: [] })).perByte,
    ).toBe(240_000_000n)
  })

  test('error: a rate above the highest possible one', async () => {
    const daemon = fakeDaemon({ rpc: estimate({ fees: [20_000n, 80_000n, 320_000n, 10n ** 9n] }) })
    await expect(feeRate(daemon, 4, mainnet)).rejects.toMatchObject({
      code: -4,
      message: expect.stringContaining('requests a fee of 1000000000 piconero a byte'),
    })
    expect((await feeRate(daemon, 1, mainnet)).perByte).toBe(20_000n)
  })

  test.each([0n, 10_001n, 10n ** 12n])('error: fees rounded to %d', async (quantization_mask) => {
    const daemon = fakeDaemon({ rpc: estimate({ quantization_mask }) })
    await expect(feeRate(daemon, 1, mainnet)).rejects.toMatchObject({ code: -4 })
  })

  test('error: no rates', async () => {
    const daemon = fakeDaemon({ rpc: estimate({ fees: [] }) })
    await expect(feeRate(daemon, 1, mainnet)).rejects.toMatchObject({
      code: -4,
      message: 'failed to get fee estimate',
    })
  })

  test.each([
    ['busy', new DaemonError('get_fee_estimate', 'BUSY'), -3, 'daemon is busy'],
    ['away', new ConnectionError('refused'), -38, 'no connection to daemon'],
  ])('error: the daemon is %s', async (_, error, code, message) => {
    const daemon = fakeDaemon({ rpc: { get_fee_estimate: () => Promise.reject(error) } })
    await expect(feeRate(daemon, 1, mainnet)).rejects.toMatchObject({ code, message })
  })
})
