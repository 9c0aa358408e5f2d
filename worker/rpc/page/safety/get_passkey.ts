import { bytesToHex } from '@noble/hashes/utils.js'
import { text } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const get_passkey = hostMethod({
  summary: 'What the page needs to ask the passkey of a wallet for its secret',
  params: { filename: text },
  result: {
    credential_id: text.optional().describe('In hex; absent without a passkey.'),
    salt: text.optional().describe('In hex.'),
  },

  async run({ service }, { filename }) {
    const { storedPasskey } = await import('../../../engine/passkeys.ts')
    const request = await storedPasskey(service.ports.files, filename)
    if (!request) return { credential_id: undefined, salt: undefined }
    return { credential_id: bytesToHex(request.credentialId), salt: bytesToHex(request.salt) }
  },
})
