import { bool } from '#protocol/fields.ts'
import { RpcError } from '#protocol/errors.ts'
import { serviceMethod } from '../method.ts'

export const close_wallet = serviceMethod({
  summary: 'Closes the open wallet',
  params: {
    autosave_current: bool
      .default(true)
      .describe('No effect: the wallet stores every change immediately.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['NOT_OPEN'],
  source: 'wallet/wallet_rpc_server.cpp on_close_wallet',

  run(service) {
    return service.change(async () => {
      if (!service.wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
      await service.close()
      return {}
    })
  },
})
