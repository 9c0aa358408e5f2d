import { describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const index = (account: number, address: number) => ({ account, address })

let wallet: Wallet

/** Lookahead 2 accounts, 5 addresses, as {@link testService} has it. */
async function addresses() {
  wallet = await testWallet()
  return wallet.addresses
}

describe('a new wallet', () => {
  test('has one account with one address, and watches more', async () => {
    const made = await addresses()
    expect(made.accountCount).toBe(1)
    expect(made.addressCount(0)).toBe(1)
    expect(made.label(index(0, 0))).toBe('Primary account')
    const watched = (account: number, address: number) =>
      made.find(made.spendKey(index(account, address)))
    expect(watched(0, 4)).toEqual(index(0, 4))
    expect(watched(1, 4)).toEqual(index(1, 4))
    expect(watched(0, 5)).toBeUndefined()
    expect(watched(2, 0)).toBeUndefined()
  })

  test('finds the index of each of its addresses', async () => {
    const made = await addresses()
    const { primaryAddress } = wallet
    expect(made.address(index(0, 0))).toBe(primaryAddress)
    for (const each of [index(0, 0), index(0, 3), index(1, 0)]) {
      const written = made.address(each)
      expect(parseAddress(written, 'mainnet')?.kind).toBe(
        written === primaryAddress ? 'standard' : 'subaddress',
      )
      expect(made.indexOf(written)).toEqual(each)
    }
    expect(made.indexOf('no address')).toBeUndefined()
  })
})

test('addressesFrom returns the same addresses as address', async () => {
  const [made, other] = [await addresses(), await addresses()]
  for (const account of [0, 1])
    expect(made.addressesFrom(account, 0, 8)).toEqual(
      Array.from({ length: 8 }, (_, at) => other.address(index(account, at))),
    )
  expect(made.addressesFrom(0, 3, 0)).toEqual([])
})

describe('createAccount', () => {
  test('numbers accounts in order, and watches accounts beyond the last', async () => {
    const made = await addresses()
    expect(await made.createAccount('savings')).toBe(1)
    expect(await made.createAccount('')).toBe(2)
    expect(made.accountCount).toBe(3)
    expect(made.label(index(1, 0))).toBe('savings')
    expect(made.label(index(2, 0))).toBe('')
    expect(made.find(made.spendKey(index(3, 4)))).toEqual(index(3, 4))
    expect(made.find(made.spendKey(index(4, 0)))).toBeUndefined()
  })

  test('gives accounts created at the same time different indices', async () => {
    const made = await addresses()
    const indices = await Promise.all(['a', 'b', 'c'].map((label) => made.createAccount(label)))
    expect(indices).toEqual([1, 2, 3])
    expect([1, 2, 3].map((account) => made.label(index(account, 0)))).toEqual(['a', 'b', 'c'])
  })
})

describe('createAddresses', () => {
  test('makes several with one label, and watches five beyond the last', async () => {
    const made = await addresses()
    expect(await made.createAddresses(0, 'shop', 3)).toEqual([1, 2, 3])
    expect(made.addressCount(0)).toBe(4)
    expect([1, 2, 3].map((address) => made.label(index(0, address)))).toEqual(
      new Array(3).fill('shop'),
    )
    expect(made.find(made.spendKey(index(0, 7)))).toEqual(index(0, 7))
    expect(made.find(made.spendKey(index(0, 8)))).toBeUndefined()
  })

  test('error: the account does not exist', async () => {
    const made = await addresses()
    expect(() => made.createAddresses(1, '', 1)).toThrow('account index is out of bound')
    expect(made.accountCount).toBe(1)
  })
})

describe('setLabel', () => {
  test('labels an existing address', async () => {
    const made = await addresses()
    await made.setLabel(index(0, 0), 'mine')
    expect(made.label(index(0, 0))).toBe('mine')
  })

  test.each([
    [index(1, 0), 'account index is out of bound'],
    [index(0, 1), 'address index is out of bound'],
  ])('error: %o does not exist', async (missing, message) => {
    const made = await addresses()
    expect(() => made.setLabel(missing, 'x')).toThrow(message)
  })
})

test('a reopened wallet has the same addresses', async () => {
  const service = await testService()
  wallet = await testWallet({ name: 'kept' }, service)
  await wallet.addresses.createAddresses(0, 'shop', 2)
  await wallet.addresses.createAccount('savings')
  const written = wallet.addresses.address(index(1, 0))
  await service.close()

  const { addresses: again } = await service.open('kept', '')
  expect(again.addressCount(0)).toBe(3)
  expect(again.label(index(0, 2))).toBe('shop')
  expect(again.indexOf(written)).toEqual(index(1, 0))
  await service.close()
})
