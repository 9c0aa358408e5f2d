import { text } from '#protocol/fields.ts'
import { wipeSecrets } from '../../engine/store/wipe-secrets.ts'
import { keysOfWords } from '../../engine/keys/seed-words.ts'
import { walletMethod } from '../method.ts'
import { requireFullWallet } from './require-full-wallet.ts'

export const stop_background_sync = walletMethod({
  summary:
    'Ends background sync: restores the spend key and processes the blocks that were scanned without it',
  params: {
    wallet_password: text.default('').secret(),
    seed: text.default('').secret().describe('Seed of this wallet, which is checked.'),
    seed_offset: text.default('').secret().describe('Passphrase that the seed was encrypted with.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['WATCH_ONLY', 'INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_stop_background_sync',

  async run(wallet, { wallet_password, seed, seed_offset }) {
    requireFullWallet(wallet)
    const { backgroundSync, ports, info } = wallet
    if (seed === '') {
      await backgroundSync.stop(wallet_password)
      return {}
    }
    const said = { language: info.seedLanguage, seed_offset }
    const { secrets } = (await keysOfWords(ports.crypto, seed, said)).keys
    try {
      await backgroundSync.stop(wallet_password, secrets.spendSecret)
    } finally {
      wipeSecrets(secrets)
    }
    return {}
  },
})
