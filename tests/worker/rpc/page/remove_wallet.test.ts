import { describe, expect, test } from 'vitest'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

async function twoWallets() {
  const service = await testService()
  await testWallet({ name: 'A', password: 'a' }, service)
  await testWallet({ name: 'B', password: 'b' }, service)
  return pageClient(service)
}

describe('remove_wallet', () => {
  test('returns the names of the wallets that are left, and the open one stays open', async () => {
    const page = await twoWallets()
    expect(await page.remove_wallet({ filename: 'A' })).toEqual({ wallets: ['B'] })
    expect(await page.get_state({})).toMatchObject({ wallets: ['B'], open: 'B' })
    await expect(page.open_wallet({ filename: 'A', password: 'a' })).rejects.toMatchObject({
      data: 'missing',
    })
  })

  test('error: the open wallet', async () => {
    const page = await twoWallets()
    await expect(page.remove_wallet({ filename: 'B' })).rejects.toMatchObject({
      code: -1,
      message: 'The wallet is open. Lock it first.',
    })
    expect(await page.list_wallets({})).toEqual({ wallets: ['A', 'B'] })
  })

  test('error: a wallet that does not exist', async () => {
    const page = await twoWallets()
    await expect(page.remove_wallet({ filename: 'C' })).rejects.toMatchObject({ code: -1 })
  })
})
