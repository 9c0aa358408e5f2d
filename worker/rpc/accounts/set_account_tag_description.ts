import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const set_account_tag_description = walletMethod({
  summary: 'Sets the description of an account tag',
  params: { tag: text.default(''), description: text.default('') },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_set_account_tag_description',

  async run(wallet, { tag, description }) {
    await wallet.tags.describe(tag, description)
    wallet.events.emit('changed', { what: 'addresses' })
    return {}
  },
})
