import { u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const get_height = walletMethod({
  summary: 'Height up to which the wallet is synchronised',
  aliases: ['getheight'],
  params: {},
  result: { height: u64.describe('Height of the last scanned block plus one.') },
  source: 'wallet/wallet_rpc_server.cpp on_getheight',

  run: (wallet) => ({ height: wallet.chain.height }),
})
