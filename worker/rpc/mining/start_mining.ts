import { RpcError } from '#protocol/errors.ts'
import { bool, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { requireTrustedDaemon } from '../sync/trusted.ts'
import { orUndefined } from '../../engine/base/or-undefined.ts'

export const start_mining = walletMethod({
  summary: 'Makes the daemon mine to the primary address of the wallet',
  params: {
    threads_count: u64
      .default(0n)
      .describe('From 1 to the number of cores of this machine, or to 2 if it has one core.'),
    do_background_mining: bool.default(false).describe('Mine only while the machine is idle.'),
    ignore_battery: bool.default(false).describe('Mine also while the machine runs on battery.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_start_mining',

  async run(wallet, { threads_count, do_background_mining, ignore_battery }) {
    requireTrustedDaemon(wallet)
    const most = Math.max(wallet.ports.concurrency, 2)
    if (threads_count < 1n || threads_count > BigInt(most))
      throw new RpcError('UNKNOWN_ERROR', 'The specified number of threads is inappropriate.')
    const miner_address = wallet.primaryAddress
    const asked = wallet.daemon?.json.start_mining({
      miner_address,
      threads_count,
      do_background_mining,
      ignore_battery,
    })
    if (!(await orUndefined(asked)))
      throw new RpcError('UNKNOWN_ERROR', "Couldn't start mining due to unknown error.")
    return {}
  },
})
