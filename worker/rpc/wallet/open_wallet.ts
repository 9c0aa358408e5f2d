import { bool, text } from '#protocol/fields.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireWalletDir } from './names.ts'

export const open_wallet = serviceMethod({
  summary: 'Closes the open wallet and opens another one',
  params: {
    filename: text.default(''),
    password: text.default('').secret(),
    autosave_current: bool
      .default(true)
      .describe('No effect: the wallet stores every change immediately.'),
    repair: bool
      .default(false)
      .describe(
        'Accept stored records that were removed, replaced by older ones, or damaged. ' +
          'If data of the chain is affected, the next refresh scans the chain again.',
      ),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['NO_WALLET_DIR', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_open_wallet',

  run(service, { filename, password, repair }) {
    requireWalletDir(service)
    requireFileName(filename)
    return service.change(async () => {
      await service.open(filename, password, { repair })
      return {}
    })
  },
})
