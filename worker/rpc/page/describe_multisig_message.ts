import { list, object, text } from '#protocol/fields.ts'
import { descriptionFields } from '../cold/describe-constructions.ts'
import { hostMethod } from '../method.ts'
import { describeMessage } from './multisig-message.ts'

export const describe_multisig_message = hostMethod({
  summary: 'Content of a message of another member; empty if the message is not of this group',
  params: { message: text.describe('In hex.') },
  result: {
    outputs: object({ from: text.describe('Base key of the sender.') })
      .optional()
      .describe('For a message of export_multisig_info.'),
    payment: object({
      signed: list(text).describe('Base keys of the members whose signatures it has.'),
      asked: list(text).describe('Base keys of the members that still can sign.'),
      description: object(descriptionFields).describe('As in describe_transfer.'),
    })
      .optional()
      .describe('For a set of multisig transactions.'),
  },
  errors: ['NOT_OPEN', 'BAD_UNSIGNED_TX_DATA'],
  run: ({ wallet }, { message }) => describeMessage(wallet, message),
})
