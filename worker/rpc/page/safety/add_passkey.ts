import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const add_passkey = hostMethod({
  summary: 'Adds a passkey that opens the open wallet beside its password',
  params: {
    password: text.secret(),
    credential_id: text.describe('In hex.'),
    salt: text.describe('Input of the passkey, 32 bytes in hex.'),
    secret: text.secret().describe('What the passkey returns for it, 32 bytes in hex.'),
  },
  result: {},
  errors: ['NOT_OPEN', 'BAD_HEX', 'INVALID_PASSWORD', 'UNKNOWN_ERROR'],

  async run({ wallet }, { password, credential_id, salt, secret }) {
    const { addPasskey } = await import('../../../engine/passkeys.ts')
    await addPasskey(wallet, password, { credential_id, salt, secret })
    return {}
  },
})
