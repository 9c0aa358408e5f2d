import { describe, expect, test } from 'vitest'
import { isLogged } from '../../../../worker/engine/base/log-filter.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

async function scene(options = {}) {
  const service = await testService(options)
  const { logCategories } = service.ports
  return {
    logCategories,
    level: (level: unknown) => dispatch(service, 'set_log_level', { level }),
    categories: (categories: string) => dispatch(service, 'set_log_categories', { categories }),
  }
}

describe('set_log_level', () => {
  test('lets more be logged, and less', async () => {
    const { logCategories, level } = await scene()
    expect(isLogged(logCategories, 'info')).toBe(false)
    expect(await level(1)).toEqual({ result: {} })
    expect(isLogged(logCategories, 'info')).toBe(true)
    await level(0)
    expect(isLogged(logCategories, 'info')).toBe(false)
    expect(isLogged(logCategories, 'warning')).toBe(true)
  })

  test.each([-1, 5, 127])('error: %i is no level', async (wrong) => {
    const { level } = await scene()
    expect(await level(wrong)).toEqual({
      error: { code: -44, message: 'Error: log level not valid' },
    })
  })

  test('error: 128 is no number of this size', async () => {
    const { level } = await scene()
    expect(await level(128)).toMatchObject({ error: { code: -32602 } })
  })
})

describe('set_log_categories', () => {
  test('sets, adds and takes away', async () => {
    const { categories } = await scene()
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
    for (const [given, now] of answers)
      expect(await categories(given!)).toEqual({ result: { categories: now } })
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
  ])('%j: information is logged: %s', async (given, expected) => {
    const { logCategories, categories } = await scene()
    await categories(given)
    expect(isLogged(logCategories, 'info')).toBe(expected)
  })

  test('error: of a restricted service', async () => {
    const { level, categories } = await scene({ restricted: true })
    for (const outcome of [await level(1), await categories('')])
      expect(outcome).toMatchObject({ error: { code: -7 } })
  })
})
