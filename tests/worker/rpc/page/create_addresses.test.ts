import { expect, test } from 'vitest'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'

test('creates addresses with a label each', async () => {
  const page = pageClient((await fundedWallet([])).service)
  await page.create_address({ label: 'before' })
  const { addresses: before } = await page.get_address({})
  const labels = ['Anna', '', 'Boris']
  const { address_indices } = await page.create_addresses({ account_index: 0, labels })
  expect(address_indices).toEqual([0, 1, 2].map((each) => before.length + each))
  const { addresses } = await page.get_address({})
  expect(addresses.slice(before.length).map(({ label }) => label)).toEqual(labels)
  expect(addresses.slice(0, before.length)).toEqual(before)
})

test.each([0, 1_001])('error: %i labels', async (count) => {
  const page = pageClient((await fundedWallet([])).service)
  const labels = Array<string>(count).fill('x')
  const { addresses } = await page.get_address({})
  await expect(page.create_addresses({ account_index: 0, labels })).rejects.toThrow(
    `Labels: expected 1 to 1000, got ${count}.`,
  )
  expect((await page.get_address({})).addresses).toEqual(addresses)
})
