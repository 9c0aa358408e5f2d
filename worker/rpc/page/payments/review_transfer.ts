import { list, u32 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'
import { spendErrors, spendingParams, transferParams } from '../../spend/params.ts'
import { transferRequest } from '../../spend/requests.ts'
import { chosenParam } from '../coins/chosen-param.ts'
import { reviewResult } from './reviews.ts'

export const review_transfer = hostMethod({
  summary: 'Builds and signs the transactions of transfer_split, and keeps them for review',
  params: {
    ...transferParams,
    ...spendingParams,
    ...chosenParam,
    subtract_fee_from_outputs: list(u32)
      .default([])
      .describe('Indices of the destinations from which the fee is subtracted.'),
  },
  result: reviewResult,
  errors: ['NOT_OPEN', ...spendErrors, 'NOT_ENOUGH_MONEY', 'ZERO_DESTINATION', 'WATCH_ONLY'],

  run: ({ wallet, reviews }, params) =>
    reviews.add(wallet, async () => {
      const request = {
        ...(await transferRequest(wallet, params)),
        subtractFeeFrom: params.subtract_fee_from_outputs,
        chosen: params.key_images,
      }
      return wallet.spend.transfer(request, { relay: false })
    }),
})
