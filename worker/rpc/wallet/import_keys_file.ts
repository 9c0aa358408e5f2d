import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { isHex } from '#protocol/hex.ts'
import { serviceMethod } from '../method.ts'
import { kdfRounds, requireKdfRounds } from './kdf-rounds.ts'
import { requireFileName, requireFreeName, requireWalletDir } from './names.ts'

export const import_keys_file = serviceMethod({
  summary: 'Makes a wallet from a key file of a Monero wallet, and opens it',
  params: {
    filename: text.default('').describe('Name without a path; empty for a wallet in memory.'),
    password: text.default('').secret().describe('Password of the file.'),
    wallet_password: text
      .optional()
      .secret()
      .describe('Password of the new wallet; that of the file if absent.'),
    keys_file: text.default('').describe('The key file in hex.'),
    kdf_rounds: kdfRounds,
    autosave_current: bool
      .default(true)
      .describe('No effect: the wallet stores every change immediately.'),
  },
  result: { address: text, info: text },
  refusedWhen: ['restricted'],
  errors: ['NO_WALLET_DIR', 'UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS', 'BAD_HEX'],
  source: 'wallet/wallet2.cpp load_keys_buf',

  run(service, { filename, password, wallet_password = password, keys_file, kdf_rounds }) {
    requireWalletDir(service)
    requireFileName(filename)
    if (keys_file === '' || !isHex(keys_file))
      throw new RpcError('BAD_HEX', 'Failed to parse hex.', 'keys_file')
    const rounds = requireKdfRounds(kdf_rounds, service.ports)
    return service.change(async () => {
      await requireFreeName(service, filename)
      const file = hexToBytes(keys_file)
      const wallet = await service.importKeyFile(filename, password, file, {
        kdfRounds: rounds,
        walletPassword: wallet_password,
      })
      return {
        address: wallet.primaryAddress,
        info: `${wallet.viewOnly ? 'Watch-only wallet' : 'Wallet'} has been restored successfully.`,
      }
    })
  },
})
