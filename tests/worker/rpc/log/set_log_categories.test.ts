import { describe, expect, test } from 'vitest'
import { isLogged } from '../../../../worker/engine/base/log-filter.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

describe('set_log_categories', () => {
  test('sets, adds and removes categories', async () => {
    const { call } = await calledWallet()
    const answers = [
      ['wallet*:INFO,net:ERROR', 'wallet*:INFO,net:ERROR'],
      ['+', 'wallet*:INFO,net:ERROR'],
      ['+global:INFO', 'wallet*:INFO,net:ERROR,global:INFO'],
      ['-net:ERROR', 'wallet*:INFO,,global:INFO'],
      ['2', '*:DEBUG'],
      ['9', '*:DEBUG'],
      ['2,net:ERROR', '*:DEBUG,net:ERROR'],
      ['', ''],
    ]
    for (const [categories, now] of answers)
      expect(await call('set_log_categories', { categories })).toEqual({
        result: { categories: now },
      })
  })

  test.each([
    ['', false],
    ['*:INFO', true],
    ['*:TRACE,wallet.wallet2:ERROR', false],
    ['wallet.*:ERROR,wallet.wallet?:INFO', true],
    ['wallet:INFO', false],
    ['wallet.wallet2', false],
    ['wallet.wallet2:NOISE', false],
    ['walletxwallet2:INFO', false],
  ])('%j: information is logged: %s', async (categories, expected) => {
    const { call, service } = await calledWallet()
    await call('set_log_categories', { categories })
    expect(isLogged(service.ports.logCategories, 'info')).toBe(expected)
  })

  test('error: the service is restricted', async () => {
    const { call } = await calledWallet({ restricted: true })
    expect(await call('set_log_categories', { categories: '' })).toMatchObject({
      error: { code: -7 },
    })
  })
})
