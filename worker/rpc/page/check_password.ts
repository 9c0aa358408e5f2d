import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const check_password = hostMethod({
  summary: 'Checks the password of the open wallet',
  params: { password: text.secret() },
  result: {},
  errors: ['NOT_OPEN', 'INVALID_PASSWORD'],

  async run({ wallet }, { password }) {
    if (!(await wallet.verifyPassword(password)))
      throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
    return {}
  },
})
