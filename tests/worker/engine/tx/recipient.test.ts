import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { formatAddress, parseAddress } from '#protocol/address.ts'
import {
  ownRecipient,
  randomRecipient,
  recipientOf,
  sameRecipient,
} from '../../../../worker/engine/tx/recipient.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'
import mainnet from '../../../vectors/address/validate-mainnet.json' with { type: 'json' }

const crypto = await testCrypto()
/** Keys of a wallet of monero, which made the addresses. */
const [spendSecret, viewSecret] = [mainnet.keys.spend, mainnet.keys.view].map(hexToBytes) as [
  Uint8Array,
  Uint8Array,
]
const [spendPublic, viewPublic] = [spendSecret, viewSecret].map((key) =>
  crypto.multiplyBase(key),
) as [Uint8Array, Uint8Array]
const { standard, subaddress, integrated } = mainnet.texts
const keys = { spendKey: spendPublic, viewKey: viewPublic }

test.each([
  ['a standard address', standard, { ...keys, isSubaddress: false, isIntegrated: false }],
  ['an integrated address', integrated, { ...keys, isSubaddress: false, isIntegrated: true }],
])('recipientOf takes the keys of %s', (_, text, expected) => {
  const recipient = recipientOf(parseAddress(text)!, text)
  expect(recipient).toEqual({ ...expected, original: text })
})

test('recipientOf a subaddress of monero is the recipient for that own address', () => {
  const secrets = { spendSecret, viewSecret, spendPublic, viewPublic }
  const own = ownRecipient(crypto, secrets, { account: 0, address: 1 })
  expect(recipientOf(parseAddress(subaddress)!, subaddress)).toEqual({
    ...own,
    isSubaddress: true,
    isIntegrated: false,
    original: subaddress,
  })
})

describe('ownRecipient', () => {
  test.each([
    [0, 0],
    [0, 1],
    [1, 0],
    [7, 12],
  ])('has the keys of the address %i/%i of the wallet', async (account, address) => {
    const { secrets, addresses } = await testWallet()
    const index = { account, address }
    const { spendKey, viewKey, isSubaddress, ...rest } = ownRecipient(crypto, secrets, index)
    const kind = isSubaddress ? 'subaddress' : 'standard'
    expect(isSubaddress).toBe(account + address > 0)
    expect(rest).toEqual({ isIntegrated: false, original: '' })
    expect(formatAddress({ network: 'mainnet', kind, spendKey, viewKey })).toBe(
      addresses.address(index),
    )
  })
})

test('randomRecipient has two new points each time', () => {
  const [first, second] = [randomRecipient(crypto), randomRecipient(crypto)]
  const keys = [first, second].flatMap((each) => [each.spendKey, each.viewKey])
  expect(new Set(keys.map((key) => key.join())).size).toBe(4)
  for (const key of keys) expect(crypto.multiply(crypto.randomScalar(), key)).toBeDefined()
  expect([first.isSubaddress, first.isIntegrated, first.original]).toEqual([false, false, ''])
})

test('sameRecipient compares both keys, and not how the address is written', () => {
  const one = recipientOf(parseAddress(standard)!, 'a')
  const other = recipientOf(parseAddress(integrated)!, 'b')
  expect(sameRecipient(one, other)).toBe(true)
  expect(sameRecipient(one, { ...one, spendKey: viewPublic })).toBe(false)
  expect(sameRecipient(one, { ...one, viewKey: spendPublic })).toBe(false)
})
