import { expect, test } from 'vitest'
import { fundedWallet } from '../../../../support/spending/funded-wallet.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'

const asked = { account_index: 0, amount: 5n, description: 'Bread', recipient: '', expires: 0n }

test('stores a request with an address that has its description as label', async () => {
  const page = pageClient((await fundedWallet([])).service)
  const { address_index } = await page.create_request(asked)
  const { addresses } = await page.get_address({})
  expect(addresses.at(-1)).toMatchObject({ address_index, label: 'Bread', used: false })
  const { requests } = await page.get_requests({ account_index: 0 })
  expect(requests).toMatchObject([
    { address_index, address: addresses.at(-1)!.address, amount: 5n, state: 'waiting' },
  ])
})

test('error: stored requests are not readable, and no address is created', async () => {
  const page = pageClient((await fundedWallet([])).service)
  const before = await page.get_address({})
  await page.set_attribute({ key: 'nightjar.requests', value: 'damaged' })
  await expect(page.create_request(asked)).rejects.toThrow('payment requests of this wallet')
  expect(await page.get_address({})).toEqual(before)
})
