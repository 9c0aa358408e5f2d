import { walletMethod } from '../method.ts'
import { requireFullWallet } from './require-full-wallet.ts'

export const start_background_sync = walletMethod({
  summary: 'Starts background sync: removes the spend key from memory and continues to scan',
  params: {},
  result: {},
  refusedWhen: ['restricted'],
  errors: ['WATCH_ONLY', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_start_background_sync',

  async run(wallet) {
    requireFullWallet(wallet)
    await wallet.backgroundSync.start()
    return {}
  },
})
