import { walletMethod } from '../method.ts'
import { split, splitResult } from './answers.ts'
import { spendErrors, spendParams, transferParams, txKeysParam, wantedOf } from './params.ts'
import { transferRequest } from './requests.ts'

export const transfer_split = walletMethod({
  summary: 'Sends to recipients, in several transactions if necessary',
  params: { ...transferParams, ...txKeysParam, ...spendParams },
  result: splitResult,
  refusedWhen: ['restricted', 'background'],
  errors: [...spendErrors, 'NOT_ENOUGH_MONEY', 'ZERO_DESTINATION'],
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_transfer_split',

  async run(wallet, params) {
    const made = await wallet.spend.transfer(
      { ...(await transferRequest(wallet, params)), subtractFeeFrom: [] },
      { relay: !params.do_not_relay },
    )
    return split(wallet, made, wantedOf(params))
  },
})
