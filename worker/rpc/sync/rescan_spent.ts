import { walletMethod } from '../method.ts'
import { requireTrustedDaemon } from './trusted.ts'

export const rescan_spent = walletMethod({
  summary:
    'Asks the daemon which outputs are spent, and marks transactions that cannot be mined as failed',
  params: {},
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR', 'NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY'],
  source: 'wallet/wallet_rpc_server.cpp on_rescan_spent',

  async run(wallet) {
    requireTrustedDaemon(wallet)
    await wallet.spend.giveUp()
    await wallet.sync.rescanSpent()
    return {}
  },
})
