import { list, text } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const list_wallets = hostMethod({
  summary: 'Names of the wallets in this browser, which other tabs may have changed',
  params: {},
  result: { wallets: list(text) },

  async run({ service }) {
    return { wallets: await service.ports.files.list() }
  },
})
