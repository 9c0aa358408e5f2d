import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const keep_offline = hostMethod({
  summary: 'Sets whether the open wallet makes no request to a node',
  params: { enabled: bool },
  result: {},
  errors: ['NOT_OPEN'],

  async run({ wallet }, { enabled }) {
    await wallet.keepOffline(enabled)
    return {}
  },
})
