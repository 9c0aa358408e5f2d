import { bool, list, object, text, u32 } from '#protocol/fields.ts'
import { isUsed } from '../../engine/ledger/by-account.ts'
import { walletMethod } from '../method.ts'

const entry = object({
  address: text,
  label: text,
  address_index: u32,
  used: bool.describe('Whether it has received funds.'),
})

export const get_address = walletMethod({
  summary: 'Addresses of an account',
  aliases: ['getaddress'],
  params: {
    account_index: u32.default(0),
    address_index: list(u32).default([]).describe('Subaddress indices to list; all if empty.'),
  },
  result: {
    address: text.describe('First address of the account.'),
    addresses: list(entry),
  },
  errors: ['ACCOUNT_INDEX_OUT_OF_BOUNDS', 'ADDRESS_INDEX_OUT_OF_BOUNDS'],
  source: 'wallet/wallet_rpc_server.cpp on_getaddress',

  run({ addresses, store }, { account_index: account, address_index }) {
    addresses.requireAccount(account)
    const count = addresses.addressCount(account)
    const all = Array.from({ length: count }, (_, index) => index)
    if (address_index.length === 0) addresses.addressesFrom(account, 0, count)
    return {
      address: addresses.address({ account, address: 0 }),
      addresses: (address_index.length > 0 ? address_index : all).map((address) => {
        const index = { account, address }
        addresses.requireAddress(index)
        return {
          address: addresses.address(index),
          label: addresses.label(index),
          address_index: address,
          used: isUsed(store.outputs, index),
        }
      }),
    }
  },
})
