import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const { service, chain } = await fundedWallet([])
const estimate = (params: object) => dispatch(service, 'estimate_tx_size_and_weight', params)
const refused = { error: { code: -1, message: 'Failed to determine size and weight' } }

describe('estimate_tx_size_and_weight', () => {
  test.each([
    [{ n_inputs: 1, n_outputs: 2 }, 1536n, 1536n],
    [{ n_inputs: 2, n_outputs: 1 }, 2215n, 2215n],
    [{ n_inputs: 2, n_outputs: 2, ring_size: 11, rct: false }, 1806n, 1806n],
  ])('%j', async (params, size, weight) => {
    expect(await estimate(params)).toEqual({ result: { size, weight } })
  })

  test.each([{}, { n_inputs: 2 ** 31 }, { n_inputs: 1, ring_size: 2 ** 32 - 1 }])(
    'error: %j is no transaction',
    async (params) => {
      expect(await estimate(params)).toMatchObject(refused)
    },
  )

  test('error: the daemon has unknown consensus rules', async () => {
    const { version } = chain
    chain.version = 99
    const outcome = await estimate({ n_inputs: 1 })
    chain.version = version
    expect(outcome).toMatchObject(refused)
    expect(await estimate({ n_inputs: 1, n_outputs: 2 })).toHaveProperty('result')
  })

  test('error: no daemon', async () => {
    const alone = await testService()
    await testWallet({}, alone)
    const params = { n_inputs: 1, n_outputs: 2 }
    expect(await dispatch(alone, 'estimate_tx_size_and_weight', params)).toMatchObject(refused)
  })
})
