import { u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const get_height = walletMethod({
  summary: 'How far the wallet has seen the chain',
  aliases: ['getheight'],
  params: {},
  result: { height: u64.describe('Blocks: top block seen plus one.') },
  source: 'wallet/wallet_rpc_server.cpp on_getheight',

  run: (wallet) => ({ height: wallet.chain.height }),
})
