import { walletMethod } from '../method.ts'
import { split, splitResult } from './answers.ts'
import { spendErrors, spendParams, sweepParams, txKeysParam, wantedOf } from './params.ts'
import { sweepRequest } from './requests.ts'

export const sweep_all = walletMethod({
  summary: 'Sends all unlocked funds to one address',
  params: { ...sweepParams, ...txKeysParam, ...spendParams },
  result: splitResult,
  refusedWhen: ['restricted', 'background'],
  errors: spendErrors,
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_sweep_all',

  async run(wallet, params) {
    const request = await sweepRequest(wallet, params)
    const made = await wallet.spend.sweep(request, { relay: !params.do_not_relay })
    return split(wallet, made, wantedOf(params))
  },
})
