import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const remove_passkey = hostMethod({
  summary: 'Removes the passkey of the open wallet, which gets a new data key',
  params: { password: text.secret() },
  result: {},
  errors: ['NOT_OPEN', 'INVALID_PASSWORD', 'UNKNOWN_ERROR'],

  async run({ wallet }, { password }) {
    const { removePasskey } = await import('../../../engine/passkeys.ts')
    await removePasskey(wallet, password)
    return {}
  },
})
