import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

/** Watches 2 accounts, 5 addresses in each. */
async function scene(name = 'w') {
  const service = await testService()
  const wallet = await testWallet({ name, password: 'p' }, service)
  const far = { account: 3, address: 6 }
  const isWatched = () => service.wallet!.addresses.find(wallet.addresses.spendKey(far))
  const set = (major_idx: number, minor_idx: number, password = 'p') =>
    dispatch(service, 'set_subaddress_lookahead', { major_idx, minor_idx, password })
  return { service, far, isWatched, set }
}

describe('set_subaddress_lookahead', () => {
  test('watches more addresses, also after the wallet is reopened', async () => {
    const { service, far, isWatched, set } = await scene()
    expect(isWatched()).toBeUndefined()
    expect(await set(4, 7)).toEqual({ result: {} })
    expect(isWatched()).toEqual(far)
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'w', password: 'p' })
    expect(service.wallet?.info.lookahead).toEqual({ accounts: 4, addresses: 7 })
    await dispatch(service, 'create_account')
    expect(service.wallet?.store.lookahead.size).toBe(5)
  })

  test('watched addresses stay watched after a smaller lookahead', async () => {
    const { far, isWatched, set } = await scene()
    await set(4, 7)
    expect(await set(1, 1)).toEqual({ result: {} })
    expect(isWatched()).toEqual(far)
  })

  test('other calls return while it runs', async () => {
    const { service, set } = await scene('')
    const { addresses } = service.wallet!
    let isSet = false
    const setting = set(2, 2000, '').finally(() => (isSet = true))
    let answered = 0
    while (!isSet) {
      await new Promise((resolve) => setTimeout(resolve))
      expect(await dispatch(service, 'get_height')).toHaveProperty('result')
      answered++
    }
    expect(await setting).toEqual({ result: {} })
    expect(answered).toBeGreaterThan(10)
    const last = { account: 1, address: 1999 }
    expect(addresses.find(addresses.spendKey(last))).toEqual(last)
    expect(service.wallet?.store.lookahead.get('1')?.spendKeys.length).toBe(32 * 2000)
  })

  test('requires no password for a wallet in memory', async () => {
    const { set } = await scene('')
    expect(await set(2, 2, 'wrong')).toEqual({ result: {} })
  })

  test.each([
    [0, 1, 'Subaddress major lookahead may not be zero'],
    [1, 0, 'Subaddress minor lookahead may not be zero'],
    [2 ** 16, 2 ** 16, 'Subaddress lookahead is too large: 4194304 addresses at most'],
  ])('error: %i accounts of %i addresses', async (accounts, addresses, message) => {
    const { service, set } = await scene()
    expect(await set(accounts, addresses)).toEqual({ error: { code: -1, message } })
    expect(service.wallet?.info.lookahead).toEqual({ accounts: 2, addresses: 5 })
  })

  test('error: the password is wrong', async () => {
    const { set } = await scene()
    expect(await set(4, 7, 'wrong')).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
  })
})
