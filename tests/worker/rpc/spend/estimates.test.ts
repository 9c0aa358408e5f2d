import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const { service, chain } = await fundedWallet([])
const estimate = (params: object) => dispatch(service, 'estimate_tx_size_and_weight', params)

describe('estimate_tx_size_and_weight', () => {
  test.each([
    [{ n_inputs: 1, n_outputs: 2 }, 1536n, 1536n],
    [{ n_inputs: 2, n_outputs: 1 }, 2215n, 2215n],
    [{ n_inputs: 2, n_outputs: 2, ring_size: 11, rct: false }, 1806n, 1806n],
  ])('%j', async (params, size, weight) => {
    expect(await estimate(params)).toEqual({ result: { size, weight } })
  })

  test('many outputs weigh more than they measure', async () => {
    const outcome = await estimate({ n_inputs: 1, n_outputs: 16 })
    const { size, weight } = (outcome as { result: { size: bigint; weight: bigint } }).result
    expect(weight).toBeGreaterThan(size)
  })

  test.each([{}, { n_inputs: 2 ** 31 }, { n_inputs: 1, ring_size: 2 ** 32 - 1 }])(
    'error: %j is no transaction',
    async (params) => {
      expect(await estimate(params)).toMatchObject({
        error: { code: -1, message: 'Failed to determine size and weight' },
      })
    },
  )

  test('error: rules that are not known, and no daemon', async () => {
    chain.version = 99
    const refused = { error: { code: -1, message: 'Failed to determine size and weight' } }
    expect(await estimate({ n_inputs: 1 })).toMatchObject(refused)
    chain.version = 16
    const alone = await testService()
    await testWallet({}, alone)
    const params = { n_inputs: 1, n_outputs: 2 }
    expect(await dispatch(alone, 'estimate_tx_size_and_weight', params)).toMatchObject(refused)
  })
})

describe('get_default_fee_priority', () => {
  const headersOf = (block_weight: bigint) => async () =>
    ({ headers: Array.from({ length: 10 }, () => ({ block_weight })) }) as never

  test.each([
    [80_000n, 1],
    [300_000n, 2],
  ])('recent blocks of %i: %i', async (block_weight, priority) => {
    chain.daemon.rpc.get_block_headers_range = headersOf(block_weight)
    expect(await dispatch(service, 'get_default_fee_priority')).toEqual({ result: { priority } })
  })

  test('error: the daemon does not say how busy the chain is', async () => {
    chain.daemon.rpc.get_block_headers_range = async () => ({ headers: [] }) as never
    expect(await dispatch(service, 'get_default_fee_priority')).toEqual({
      error: { code: -1, message: 'Failed to get adjusted fee priority' },
    })
  })
})
