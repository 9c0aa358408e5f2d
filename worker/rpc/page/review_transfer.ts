import { hostMethod } from '../method.ts'
import { spendErrors, spendingParams, transferParams } from '../spend/params.ts'
import { transferRequest } from '../spend/requests.ts'
import { reviewResult } from './reviews.ts'

export const review_transfer = hostMethod({
  summary: 'Builds and signs the transactions of transfer_split, and keeps them for review',
  params: { ...transferParams, ...spendingParams },
  result: reviewResult,
  errors: ['NOT_OPEN', ...spendErrors, 'NOT_ENOUGH_MONEY', 'ZERO_DESTINATION', 'WATCH_ONLY'],

  run: ({ wallet, reviews }, params) =>
    reviews.add(wallet, async () => {
      const request = { ...(await transferRequest(wallet, params)), subtractFeeFrom: [] }
      return wallet.spend.transfer(request, { relay: false })
    }),
})
