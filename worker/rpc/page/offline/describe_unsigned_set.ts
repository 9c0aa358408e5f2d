import { list, text } from '#protocol/fields.ts'
import { descriptionFields } from '../../cold/describe-constructions.ts'
import { hostMethod } from '../../method.ts'

export const describe_unsigned_set = hostMethod({
  summary:
    'What an unsigned set pays, and whether this wallet would sign it; it imports the outputs of the set',
  params: { unsigned_txset: text },
  result: {
    ...descriptionFields,
    own: list(text).describe('Recipients that are addresses of this wallet.'),
    refused: text
      .optional()
      .describe('Why this wallet cannot sign it; absent in a wallet that only views.'),
  },
  errors: ['NOT_OPEN', 'BAD_HEX', 'BAD_UNSIGNED_TX_DATA'],

  async run({ wallet }, { unsigned_txset }) {
    const { describeUnsigned } = await import('./offline-sets.ts')
    return describeUnsigned(wallet, unsigned_txset)
  },
})
