import { list, text, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'
import { linksField } from './links-field.ts'

export const check_coins = hostMethod({
  summary: 'Sum of chosen outputs, and what a payment with them can reveal',
  params: { account_index: u32, key_images: list(text) },
  result: {
    amount: u64.describe('In piconero.'),
    count: u32,
    links: linksField,
  },
  errors: ['NOT_OPEN', 'GENERIC_TRANSFER_ERROR'],

  async run({ wallet }, { account_index, key_images }) {
    const { checkChoice } = await import('../../../engine/payments/coins/coin-links.ts')
    return checkChoice(wallet, account_index, key_images)
  },
})
