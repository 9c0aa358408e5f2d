import { bool, u32 } from '#protocol/fields.ts'
import { defaultPeriod } from '../../engine/sync/auto-refresh.ts'
import { serviceMethod } from '../method.ts'

export const auto_refresh = serviceMethod({
  summary: 'Turns periodic refreshes on or off',
  params: {
    enable: bool.default(true),
    period: u32
      .default(0)
      .describe(
        'Least seconds between refreshes; 20 if 0. Each pause is up to half longer, at random.',
      ),
  },
  result: {},
  refusedWhen: ['restricted'],
  source: 'wallet/wallet_rpc_server.cpp on_auto_refresh',

  run(service, { enable, period }) {
    service.autoRefresh(enable ? period || defaultPeriod : 0)
    return {}
  },
})
