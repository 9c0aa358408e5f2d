import { list, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'
import { spendErrors } from '../../spend/params.ts'
import { priority } from '../../spend/priority.ts'
import { reviewResult } from '../payments/reviews.ts'
import { chosenParam } from './chosen-param.ts'

export const review_split = hostMethod({
  summary: 'Builds and signs transactions that split money of an account into parts of its own',
  params: {
    account_index: u32,
    address_indices: list(u32).describe('The own address of each part, 2 to 15.'),
    amounts: list(u64)
      .default([])
      .describe('Of each part, in piconero. If empty, everything is split into equal parts.'),
    priority,
    ...chosenParam,
  },
  result: reviewResult,
  errors: [
    'NOT_OPEN',
    ...spendErrors,
    'NOT_ENOUGH_MONEY',
    'ACCOUNT_INDEX_OUT_OF_BOUNDS',
    'ADDRESS_INDEX_OUT_OF_BOUNDS',
    'WATCH_ONLY',
  ],

  run: ({ wallet, reviews }, { account_index, address_indices, amounts, priority, key_images }) =>
    reviews.add(wallet, async () => {
      const { splitPayment } = await import('../../../engine/payments/coins/split.ts')
      const { addresses, secrets, spend } = wallet
      const payment = splitPayment(
        { addresses, secrets, crypto: wallet.ports.crypto },
        {
          account: account_index,
          addresses: address_indices,
          amounts,
          priority,
          chosen: key_images,
        },
      )
      return 'sweep' in payment
        ? spend.sweep(payment.sweep, { relay: false })
        : spend.transfer(payment.transfer, { relay: false })
    }),
})
