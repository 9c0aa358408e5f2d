import { list, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const untag_accounts = walletMethod({
  summary: 'Removes the tag of accounts',
  params: { accounts: list(u32).default([]) },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_untag_accounts',

  async run(wallet, { accounts }) {
    await wallet.tags.set(accounts, '')
    wallet.events.emit('changed', { what: 'addresses' })
    return {}
  },
})
