import { list, text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const tag_accounts = walletMethod({
  summary: 'Tags accounts',
  params: {
    tag: text.default('').describe('Replaces the current tag; empty removes it.'),
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
