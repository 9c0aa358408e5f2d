import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('auto_refresh', () => {
  test('applies to the open wallet and to wallets opened later', async () => {
    const service = await testService()
    expect(await dispatch(service, 'auto_refresh', { enable: false })).toEqual({ result: {} })
    const wallet = await testWallet({}, service)
    expect(wallet.autoRefresh.period).toBe(0)
    await dispatch(service, 'auto_refresh', { period: 7 })
    expect(wallet.autoRefresh.period).toBe(7)
    await dispatch(service, 'auto_refresh')
    expect(wallet.autoRefresh.period).toBe(20)
    await service.close()
    const next = await testWallet({}, service)
    expect(next.autoRefresh.period).toBe(20)
    await service.close()
  })
})
