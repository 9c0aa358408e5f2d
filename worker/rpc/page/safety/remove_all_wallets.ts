import { hostMethod } from '../../method.ts'

export const remove_all_wallets = hostMethod({
  summary: 'Removes all wallets from this browser, or none while one is open in any tab',
  params: {},
  result: {},
  errors: ['UNKNOWN_ERROR'],

  run({ service }) {
    return service.change(async () => {
      const { removeAllWallets } = await import('../../../engine/stored-wallets.ts')
      await removeAllWallets(service)
      return {}
    })
  },
})
