import { walletMethod } from '../method.ts'
import { accountTags, showTags } from './account-tags.ts'

export const get_account_tags = walletMethod({
  summary: 'Tags of accounts',
  params: {},
  result: { account_tags: accountTags },
  refusedWhen: ['background'],
  source: 'wallet/wallet_rpc_server.cpp on_get_account_tags',

  run: (wallet) => ({ account_tags: showTags(wallet) }),
})
