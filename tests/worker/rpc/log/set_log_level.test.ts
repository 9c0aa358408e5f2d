import { describe, expect, test } from 'vitest'
import { isLogged } from '../../../../worker/engine/base/log-filter.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('set_log_level', () => {
  test('raises and lowers the log level', async () => {
    const { call, service } = await calledWallet()
    const { logCategories } = service.ports
    expect(isLogged(logCategories, 'info')).toBe(false)
    expect(await call('set_log_level', { level: 1 })).toEqual({ result: {} })
    expect(isLogged(logCategories, 'info')).toBe(true)
    await call('set_log_level', { level: 0 })
    expect(isLogged(logCategories, 'info')).toBe(false)
    expect(isLogged(logCategories, 'warning')).toBe(true)
  })

  test.each([-1, 5, 127])('error: level %i does not exist', async (level) => {
    const { call } = await calledWallet()
    expect(await call('set_log_level', { level })).toEqual({
      error: { code: -44, message: 'Error: log level not valid' },
    })
  })

  test('error: 128 does not fit in a signed byte', async () => {
    const { call } = await calledWallet()
    expect(await call('set_log_level', { level: 128 })).toMatchObject({ error: { code: -32602 } })
  })

  test('error: the service is restricted', async () => {
    const { call } = await calledWallet({ restricted: true })
    expect(await call('set_log_level', { level: 1 })).toMatchObject({ error: { code: -7 } })
  })
})
