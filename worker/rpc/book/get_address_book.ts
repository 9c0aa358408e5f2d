import { list, object, text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { shown } from './row.ts'

const entry = object({
  index: u64,
  address: text.describe('An integrated address, if the entry has a payment id.'),
  description: text,
  payment_id: text.describe('16 hex digits; zeros without a payment id.'),
})

export const get_address_book = walletMethod({
  summary: 'Entries of the address book',
  params: { entries: list(u64).default([]).describe('Indices of the entries; all if empty.') },
  result: { entries: list(entry) },
  refusedWhen: ['background'],
  errors: ['WRONG_INDEX'],
  source: 'wallet/wallet_rpc_server.cpp on_get_address_book',

  run(wallet, { entries }) {
    const { addressBook } = wallet
    const all = Array.from({ length: addressBook.size }, (_, index) => BigInt(index))
    const wanted = entries.length > 0 ? entries : all
    return { entries: wanted.map((index) => shown(wallet, index, addressBook.row(index))) }
  },
})
