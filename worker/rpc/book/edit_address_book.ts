import { bool, text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { idOf, kept } from './row.ts'

export const edit_address_book = walletMethod({
  summary: 'Changes an entry of the address book',
  params: {
    index: u64.default(0n),
    set_address: bool.default(false),
    address: text
      .default('')
      .describe('Address of any kind. A payment id in it replaces that of the entry.'),
    set_description: bool.default(false),
    description: text.default(''),
    set_payment_id: bool.default(false),
    payment_id: text.default('').describe('16 hex digits; if empty, the payment id is removed.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_INDEX', 'WRONG_ADDRESS', 'WRONG_PAYMENT_ID'],
  source: 'wallet/wallet_rpc_server.cpp on_edit_address_book',

  async run(wallet, { index, address, description, payment_id, ...set }) {
    const { addressBook } = wallet
    addressBook.row(index)
    const beside = set.set_payment_id ? payment_id : ''
    await addressBook.edit(index, {
      ...(set.set_address ? await kept(wallet, address, beside) : {}),
      ...(set.set_payment_id && !set.set_address ? { paymentId: idOf(payment_id) } : {}),
      ...(set.set_description ? { description } : {}),
    })
    return {}
  },
})
