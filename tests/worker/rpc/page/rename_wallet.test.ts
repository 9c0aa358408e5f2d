import { describe, expect, test } from 'vitest'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

async function twoWallets() {
  const service = await testService()
  await testWallet({ name: 'A', password: 'a' }, service)
  await testWallet({ name: 'B', password: 'b' }, service)
  return { service, page: pageClient(service) }
}

describe('rename_wallet', () => {
  test('returns the names of all wallets', async () => {
    const { page } = await twoWallets()
    const wallets = ['B', 'C']
    expect(await page.rename_wallet({ filename: 'A', name: 'C' })).toEqual({ wallets })
    expect(await page.list_wallets({})).toEqual({ wallets })
    await page.open_wallet({ filename: 'C', password: 'a' })
    expect((await page.get_state({})).open).toBe('C')
  })

  test('error: the open wallet', async () => {
    const { page } = await twoWallets()
    await expect(page.rename_wallet({ filename: 'B', name: 'C' })).rejects.toMatchObject({
      code: -1,
      message: 'The wallet is open. Lock it first.',
    })
    expect(await page.list_wallets({})).toEqual({ wallets: ['A', 'B'] })
  })

  test('error: wallets that are files in a folder', async () => {
    const { service, page } = await twoWallets()
    Object.assign(service.ports.files, { rename: undefined })
    await expect(page.rename_wallet({ filename: 'A', name: 'C' })).rejects.toMatchObject({
      code: -1,
      message: 'Wallets of this service are renamed in their folder.',
    })
  })
})
