import { bool } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const rescan_blockchain = walletMethod({
  summary: 'Rescans the whole blockchain',
  params: {
    hard: bool
      .default(false)
      .describe('Also delete transaction keys, address book, accounts and labels.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_rescan_blockchain',

  async run(wallet, { hard }) {
    await wallet.sync.rescan({ hard })
    return {}
  },
})
