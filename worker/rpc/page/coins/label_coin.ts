import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const label_coin = hostMethod({
  summary: 'Labels an output; the label stays when the wallet scans again',
  params: {
    key: text.describe('One-time public key of the output.'),
    label: text.describe('Empty removes the label.'),
  },
  result: {},
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR'],

  async run({ wallet }, { key, label }) {
    const { labelCoin } = await import('../../../engine/payments/coins/coin-labels.ts')
    await labelCoin(wallet.store, key, label)
    return {}
  },
})
