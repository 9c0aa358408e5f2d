import { walletMethod } from '../method.ts'

export const store = walletMethod({
  summary: 'Stores the open wallet',
  params: {},
  result: {},
  refusedWhen: ['restricted'],
  source: 'wallet/wallet_rpc_server.cpp on_store',

  async run(wallet) {
    await wallet.save()
    return {}
  },
})
