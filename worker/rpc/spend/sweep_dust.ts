import { walletMethod } from '../method.ts'
import { split, splitResult } from './answers.ts'
import { answerParams, spendErrors, txKeysParam, wantedOf } from './params.ts'

export const sweep_dust = walletMethod({
  summary: 'Sends unmixable outputs back to this wallet',
  aliases: ['sweep_unmixable'],
  params: { ...txKeysParam, ...answerParams },
  result: splitResult,
  refusedWhen: ['restricted', 'background'],
  errors: spendErrors,
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_sweep_dust',

  async run(wallet, params) {
    const made = await wallet.spend.sweepDust({
      relay: !params.do_not_relay,
      trusted: wallet.daemonAddress?.trusted ?? false,
    })
    return split(wallet, made, wantedOf(params))
  },
})
