import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { findLanguage } from '#protocol/mnemonic/languages.ts'
import { randomKeys } from '../../engine/keys/new-keys.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireWalletDir } from './names.ts'

export const create_wallet = serviceMethod({
  summary: 'Creates a wallet with a new seed and opens it',
  params: {
    filename: text.default('').describe('Name without a path; empty for a wallet in memory.'),
    password: text.default('').secret(),
    language: text.default('').describe('Language of the seed, a name from get_languages.'),
  },
  result: {},
  refusedWhen: ['restricted'],
  errors: ['NO_WALLET_DIR', 'UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],
  source: 'wallet/wallet_rpc_server.cpp on_create_wallet',

  run(service, { filename, password, language }) {
    requireWalletDir(service)
    requireFileName(filename)
    if (!findLanguage(language))
      throw new RpcError('UNKNOWN_ERROR', `Unknown language: ${language}`)
    return service.change(async () => {
      const { crypto, random } = service.ports
      const network = await service.networkForNewWallet()
      const restoreHeight = await service.heightForNewWallet(network)
      const keys = randomKeys(crypto, random, language)
      await service.create({ ...keys, name: filename, password, network, restoreHeight })
      return {}
    })
  },
})
