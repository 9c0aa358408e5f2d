import { RpcError } from '#protocol/errors.ts'
import { u32 } from '#protocol/fields.ts'
import { feeBasis } from '../../engine/payments/fees/fee-cap.ts'
import { adjustPriority } from '../../engine/payments/fees/priority.ts'
import { walletMethod } from '../method.ts'

export const get_default_fee_priority = walletMethod({
  summary: 'Current meaning of priority 0',
  params: {},
  result: { priority: u32.describe('1 if there is no backlog of transactions, else 2.') },
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_default_fee_priority',

  async run({ daemon, store }) {
    const priority = daemon ? await adjustPriority(daemon, 0, feeBasis(store)) : 0
    if (priority === 0) throw new RpcError('UNKNOWN_ERROR', 'Failed to get adjusted fee priority')
    return { priority }
  },
})
