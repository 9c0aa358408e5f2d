import { list, text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const remove_wallet = hostMethod({
  summary: 'Removes a closed wallet from this browser, with all its records',
  params: { filename: text },
  result: { wallets: list(text).describe('Names of the wallets that are left.') },
  errors: ['UNKNOWN_ERROR'],

  run({ service }, { filename }) {
    return service.change(async () => {
      const { removeWallet } = await import('../../engine/stored-wallets.ts')
      await removeWallet(service, filename)
      return { wallets: await service.ports.files.list() }
    })
  },
})
