import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const open_by_passkey = hostMethod({
  summary: 'Opens a wallet by the secret of its passkey',
  params: { filename: text, secret: text.secret().describe('32 bytes in hex.') },
  result: {},
  errors: ['BAD_HEX', 'UNKNOWN_ERROR'],

  run({ service }, { filename, secret }) {
    return service.change(async () => {
      const { openByPasskey } = await import('../../../engine/passkeys.ts')
      await openByPasskey(service, filename, secret)
      return {}
    })
  },
})
