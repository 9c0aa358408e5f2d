import { list, text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const tag_accounts = walletMethod({
  summary: 'Give accounts a tag',
  params: {
    tag: text.default('').describe('Takes the place of the one they have; empty for none.'),
    accounts: list(u32).default([]),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_tag_accounts',

  async run(wallet, { tag, accounts }) {
    await wallet.tags.set(accounts, tag)
    wallet.events.emit('changed', { what: 'addresses' })
    return {}
  },
})
