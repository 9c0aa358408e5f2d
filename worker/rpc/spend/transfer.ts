import { bool, list, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { single, singleResult } from './answers.ts'
import { spendErrors, spendParams, transferParams, wantedOf } from './params.ts'
import { transferRequest } from './requests.ts'

export const transfer = walletMethod({
  summary: 'Sends to recipients, in one transaction',
  params: {
    ...transferParams,
    subtract_fee_from_outputs: list(u32)
      .default([])
      .describe(
        'Indices of the destinations from which the fee is subtracted; if empty, it is paid in addition.',
      ),
    get_tx_key: bool.default(false),
    ...spendParams,
  },
  result: singleResult,
  refusedWhen: ['restricted', 'background'],
  errors: [...spendErrors, 'NOT_ENOUGH_MONEY', 'TX_TOO_LARGE', 'ZERO_DESTINATION'],
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_transfer',

  async run(wallet, params) {
    const request = await transferRequest(wallet, params)
    const [made] = await wallet.spend.transfer(
      { ...request, subtractFeeFrom: params.subtract_fee_from_outputs },
      { relay: !params.do_not_relay, most: 1 },
    )
    return single(wallet, made!, wantedOf(params))
  },
})
