import { bool, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const refresh = walletMethod({
  summary: 'Take in what is new on the chain and in the pool',
  params: {
    start_height: u64
      .default(0n)
      .describe('Skip blocks below this; ignored below what was seen already.'),
  },
  result: {
    blocks_fetched: u64,
    received_money: bool.describe('Whether any of it is ours.'),
  },
  refusedWhen: ['restricted'],
  errors: ['NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_refresh',

  async run(wallet, { start_height }) {
    const { blocksFetched, receivedMoney } = await wallet.sync.refresh(start_height)
    return { blocks_fetched: blocksFetched, received_money: receivedMoney }
  },
})
