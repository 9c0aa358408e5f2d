import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import type { BackgroundSyncType } from '../../engine/store/records.ts'
import { walletMethod } from '../method.ts'
import { requireFullWallet } from './require-full-wallet.ts'

const types: Record<string, BackgroundSyncType | undefined> = {
  off: undefined,
  'reuse-wallet-password': 'reuse-wallet-password',
  'custom-background-password': 'custom-background-password',
}

export const setup_background_sync = walletMethod({
  summary: 'Configures background sync, which scans without the spend key',
  params: {
    background_sync_type: text
      .default('')
      .describe(
        '`off`; `reuse-wallet-password`: the end of background sync needs the password of the wallet; or ' +
          '`custom-background-password`: a second wallet with its own password scans.',
      ),
    wallet_password: text.default('').secret(),
    background_cache_password: text
      .default('')
      .secret()
      .describe('Password of NAME.background, the wallet that scans and cannot spend.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['WATCH_ONLY', 'INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_setup_background_sync',

  async run(wallet, params) {
    const { background_sync_type: type, wallet_password, background_cache_password } = params
    requireFullWallet(wallet)
    if (!Object.hasOwn(types, type))
      throw new RpcError('UNKNOWN_ERROR', 'Unknown background sync type')
    await wallet.backgroundSync.setUp(types[type], wallet_password, background_cache_password)
    return {}
  },
})
