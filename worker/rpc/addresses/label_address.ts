import { text } from '#protocol/fields.ts'
import { subaddressIndex } from '#protocol/wallet/subaddress.ts'
import { walletMethod } from '../method.ts'

export const label_address = walletMethod({
  summary: 'Sets the label of an address',
  params: {
    index: subaddressIndex.default({ major: 0, minor: 0 }),
    label: text.default(''),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['ACCOUNT_INDEX_OUT_OF_BOUNDS', 'ADDRESS_INDEX_OUT_OF_BOUNDS'],
  source: 'wallet/wallet_rpc_server.cpp on_label_address',

  async run(wallet, { index, label }) {
    await wallet.addresses.setLabel({ account: index.major, address: index.minor }, label)
    wallet.events.emit('changed', { what: 'addresses' })
    return {}
  },
})
