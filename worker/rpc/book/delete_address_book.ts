import { u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const delete_address_book = walletMethod({
  summary: 'Deletes an entry of the address book',
  params: {
    index: u64
      .default(0n)
      .describe('Index of the entry. The indices of later entries decrease by one.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_INDEX'],
  source: 'wallet/wallet_rpc_server.cpp on_delete_address_book',

  async run(wallet, { index }) {
    await wallet.addressBook.remove(index)
    return {}
  },
})
