import { RpcError } from '#protocol/errors.ts'
import { serviceMethod } from '../method.ts'

export const stop_wallet = serviceMethod({
  summary: 'Stores the open wallet and ends the service',
  params: {},
  result: {},
  refusedWhen: ['restricted'],
  errors: ['NOT_OPEN'],
  source: 'wallet/wallet_rpc_server.cpp on_stop_wallet',

  run(service) {
    return service.change(async () => {
      if (!service.wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
      await service.stop()
      return {}
    })
  },
})
