import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('refresh', () => {
  test('returns the number of fetched blocks and whether money was received', async () => {
    const { call, script } = await walletWithSampleBalances()
    script.mine().mine([], { account: 0, address: 0 })
    expect(await call('refresh')).toEqual({ result: { blocks_fetched: 2n, received_money: true } })
    expect(await call('refresh', { start_height: 3 })).toEqual({
      result: { blocks_fetched: 0n, received_money: false },
    })
    expect(await call('get_height')).toEqual({ result: { height: 18n } })
  })

  test('error: the daemon cannot be reached', async () => {
    const service = await testService()
    await testWallet({}, service)
    const refused = { error: { code: -38, message: 'no connection to daemon' } }
    expect(await dispatch(service, 'refresh')).toEqual(refused)
    expect(await dispatch(service, 'set_daemon', { address: 'away:1' })).toEqual({ result: {} })
    expect(await dispatch(service, 'refresh')).toEqual(refused)
    expect(await dispatch(service, 'get_height')).toEqual({ result: { height: 1n } })
  })
})
