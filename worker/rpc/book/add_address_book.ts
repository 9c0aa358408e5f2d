import { text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { kept } from './row.ts'

export const add_address_book = walletMethod({
  summary: 'Adds an entry to the address book',
  params: {
    address: text.default('').describe('Address of any kind, or an OpenAlias name.'),
    payment_id: text.default('').describe('16 hex digits, as in an integrated address.'),
    description: text.default(''),
  },
  result: { index: u64 },
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_ADDRESS', 'WRONG_PAYMENT_ID'],
  source: 'wallet/wallet_rpc_server.cpp on_add_address_book',

  async run(wallet, { address, payment_id, description }) {
    const index = await wallet.addressBook.add({
      ...(await kept(wallet, address, payment_id)),
      description,
    })
    return { index: BigInt(index) }
  },
})
