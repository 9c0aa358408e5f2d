import { bool, list, text } from '#protocol/fields.ts'
import { descriptionFields } from '../../cold/describe-constructions.ts'
import { hostMethod } from '../../method.ts'

export const describe_signed_set = hostMethod({
  summary: 'What a signed set pays, and whether it is the payment that this wallet prepared',
  params: {
    signed_txset: text,
    unsigned_txset: text.describe('The set that this wallet prepared; empty if there is none.'),
  },
  result: {
    ...descriptionFields,
    txids: list(text),
    matches: bool.describe(
      'Whether inputs, recipients, amounts and fees are those of the unsigned set.',
    ),
  },
  errors: ['NOT_OPEN', 'BAD_HEX', 'BAD_SIGNED_TX_DATA', 'BAD_UNSIGNED_TX_DATA'],

  async run({ wallet }, { signed_txset, unsigned_txset }) {
    const { describeSigned } = await import('./offline-sets.ts')
    return describeSigned(wallet, signed_txset, unsigned_txset)
  },
})
