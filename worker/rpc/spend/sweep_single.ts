import { RpcError } from '#protocol/errors.ts'
import { bool } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { keyImageParam, parseKeyImage } from '../outputs/key-image.ts'
import { single, singleResult } from './answers.ts'
import { spendErrors, spendParams, sweepAddress, sweepOutputs, wantedOf } from './params.ts'
import { outputsPerTransaction, requireNoUnlockTime, sweepRecipient } from './requests.ts'

export const sweep_single = walletMethod({
  summary: 'Sends one whole output to one address',
  params: {
    address: sweepAddress,
    key_image: keyImageParam,
    outputs: sweepOutputs,
    get_tx_key: bool.default(false),
    ...spendParams,
  },
  result: singleResult,
  refusedWhen: ['restricted', 'background'],
  errors: [...spendErrors, 'WRONG_KEY_IMAGE', 'UNKNOWN_ERROR'],
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_sweep_single',

  async run(wallet, params) {
    requireNoUnlockTime(params)
    const outputs = outputsPerTransaction(params.outputs)
    const { recipient, paymentId } = await sweepRecipient(wallet, params)
    const { priority } = params
    const keyImage = parseKeyImage(params.key_image)
    const made = await wallet.spend.sweepOne(
      {
        keyImage,
        priority,
        paymentId,
        recipients: Array.from({ length: outputs }, () => recipient),
      },
      { relay: !params.do_not_relay },
    )
    if (!made) throw new RpcError('UNKNOWN_ERROR', 'No outputs found')
    return single(wallet, made, wantedOf(params))
  },
})
