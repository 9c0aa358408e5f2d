import { hostMethod } from '../method.ts'
import { spendErrors, spendingParams, sweepParams } from '../spend/params.ts'
import { sweepRequest } from '../spend/requests.ts'
import { reviewResult } from './reviews.ts'

export const review_sweep = hostMethod({
  summary: 'Builds and signs the transactions of sweep_all, and keeps them for review',
  params: { ...sweepParams, ...spendingParams },
  result: reviewResult,
  errors: ['NOT_OPEN', ...spendErrors, 'WATCH_ONLY'],

  run: ({ wallet, reviews }, params) =>
    reviews.add(wallet, async () =>
      wallet.spend.sweep(await sweepRequest(wallet, params), { relay: false }),
    ),
})
