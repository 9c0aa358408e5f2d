import { bool, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const refresh = walletMethod({
  summary: 'Scans new blocks and the transaction pool',
  params: {
    start_height: u64
      .default(0n)
      .describe('Skip blocks below this height. Ignored if those blocks are scanned already.'),
  },
  result: {
    blocks_fetched: u64,
    received_money: bool.describe('Whether any transaction concerns this wallet.'),
  },
  refusedWhen: ['restricted'],
  errors: ['NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_refresh',

  async run(wallet, { start_height }) {
    const { blocksFetched, receivedMoney } = await wallet.sync.refresh(start_height)
    return { blocks_fetched: blocksFetched, received_money: receivedMoney }
  },
})
