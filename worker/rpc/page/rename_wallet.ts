import { list, text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const rename_wallet = hostMethod({
  summary: 'Gives a closed wallet of this browser another name',
  params: {
    filename: text.describe('The present name.'),
    name: text.describe('The new name: up to 60 characters, without space around it.'),
  },
  result: { wallets: list(text).describe('Names of all wallets after the change.') },
  errors: ['UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],

  run({ service }, { filename, name }) {
    return service.change(async () => {
      const { renameWallet } = await import('../../engine/stored-wallets.ts')
      await renameWallet(service, filename, name)
      return { wallets: await service.ports.files.list() }
    })
  },
})
