import { bool } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const set_offline = hostMethod({
  summary: 'Sets whether no wallet of this page makes a request to a node',
  params: { enabled: bool },
  result: {},

  run({ service }, { enabled }) {
    service.isOffline = enabled
    service.wallet?.reconnect()
    return {}
  },
})
