import { list, object, text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'
import { membersOf } from './multisig-message.ts'

export const get_multisig_members = hostMethod({
  summary: 'Members of the multisig group of the open wallet, by base keys in hex',
  params: {},
  result: {
    group: object({
      own: text.describe('Base key of this member.'),
      members: list(text).describe('Base keys of all members.'),
    })
      .optional()
      .describe('Absent if the wallet is not multisig.'),
  },
  errors: ['NOT_OPEN'],
  run: ({ wallet }) => ({ group: membersOf(wallet) }),
})
