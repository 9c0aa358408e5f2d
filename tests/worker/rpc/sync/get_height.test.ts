import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { walletWithSampleBalances } from '../../../support/wallets/sample-balances.ts'

describe('get_height', () => {
  test('returns how many blocks the wallet has scanned', async () => {
    const { call, script } = await walletWithSampleBalances()
    expect(await call('get_height')).toEqual({ result: { height: 16n } })
    script.mine().mine()
    expect(await call('get_height')).toEqual({ result: { height: 16n } })
    await call('refresh')
    expect(await call('get_height')).toEqual({ result: { height: 18n } })
    expect(await call('getheight')).toEqual({ result: { height: 18n } })
  })

  test('returns the genesis block alone for a new wallet', async () => {
    const { call } = await calledWallet()
    expect(await call('get_height')).toEqual({ result: { height: 1n } })
  })
})
