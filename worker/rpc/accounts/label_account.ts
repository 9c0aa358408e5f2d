import { text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { accountTags, showTags } from './account-tags.ts'

export const label_account = walletMethod({
  summary: 'Sets the label of an account',
  params: { account_index: u32.default(0), label: text.default('') },
  result: { account_tags: accountTags },
  refusedWhen: ['restricted', 'background'],
  errors: ['ACCOUNT_INDEX_OUT_OF_BOUNDS'],
  source: 'wallet/wallet_rpc_server.cpp on_label_account',

  async run(wallet, { account_index: account, label }) {
    await wallet.addresses.setLabel({ account, address: 0 }, label)
    wallet.events.emit('changed', { what: 'addresses' })
    return { account_tags: showTags(wallet) }
  },
})
