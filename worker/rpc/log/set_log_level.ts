import { RpcError } from '#protocol/errors.ts'
import { i8 } from '#protocol/fields.ts'
import { serviceMethod } from '../method.ts'

export const set_log_level = serviceMethod({
  summary: 'Sets the log level',
  params: { level: i8.default(0).describe('0 (errors only) to 4.') },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['INVALID_LOG_LEVEL'],
  source: 'wallet/wallet_rpc_server.cpp on_set_log_level',

  run({ ports }, { level }) {
    if (!ports.logCategories.setLevel(level))
      throw new RpcError('INVALID_LOG_LEVEL', 'Error: log level not valid')
    return {}
  },
})
