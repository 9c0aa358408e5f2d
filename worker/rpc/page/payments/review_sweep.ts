import { RpcError } from '#protocol/errors.ts'
import { hostMethod } from '../../method.ts'
import { chosenParam } from '../coins/chosen-param.ts'
import { spendErrors, spendingParams, sweepParams } from '../../spend/params.ts'
import { sweepRequest } from '../../spend/requests.ts'
import { reviewResult } from './reviews.ts'

export const review_sweep = hostMethod({
  summary: 'Builds and signs the transactions of sweep_all, and keeps them for review',
  params: { ...sweepParams, ...spendingParams, ...chosenParam },
  result: reviewResult,
  errors: ['NOT_OPEN', ...spendErrors, 'WATCH_ONLY'],

  run({ wallet, reviews }, params) {
    const { key_images: chosen, subaddr_indices, subaddr_indices_all, below_amount } = params
    if (chosen && (subaddr_indices.length > 0 || subaddr_indices_all || below_amount > 0n))
      throw new RpcError(
        'TX_NOT_POSSIBLE',
        'key_images: expected no addresses and no limit beside chosen outputs. Leave them out.',
      )
    return reviews.add(wallet, async () => {
      const request = { ...(await sweepRequest(wallet, params)), chosen }
      return wallet.spend.sweep(request, { relay: false })
    })
  },
})
