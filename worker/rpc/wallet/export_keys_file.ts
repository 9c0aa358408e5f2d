import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { givenKeys } from '../../engine/keys/new-keys.ts'
import { walletMethod } from '../method.ts'
import { kdfRounds, requireKdfRounds } from './kdf-rounds.ts'

export const export_keys_file = walletMethod({
  summary: "The wallet's keys as a .keys file that monero's wallets open",
  params: {
    password: text.default('').secret().describe("The wallet's, which becomes the file's."),
    watch_only: bool.default(false).describe('Leave the spend key out.'),
    kdf_rounds: kdfRounds,
  },
  result: { keys_file: text.describe('Hex.') },
  refusedWhen: ['restricted', 'background'],
  errors: ['INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  caution: 'reveals',
  source: 'wallet/wallet2.cpp get_keys_file_data',

  run(wallet, { password, watch_only, kdf_rounds }) {
    const rounds = requireKdfRounds(kdf_rounds, wallet.ports)
    // In its turn: a wallet that closes wipes its keys only afterwards.
    return wallet.inForeground(async () => {
      const { writeKeyFile } = await import('../../engine/keyfile/write-key-file.ts')
      if (!(await wallet.verifyPassword(password)))
        throw new RpcError('INVALID_PASSWORD', 'Invalid password.')
      if (wallet.secrets.multisig)
        throw new RpcError('UNKNOWN_ERROR', 'Key files of multisig wallets are not written here')
      const { ports, network } = wallet
      const { restoreHeight, seedLanguage, lookahead } = wallet.info
      const { spendSecret, ...viewing } = wallet.secrets
      const secrets = watch_only || !spendSecret ? viewing : { spendSecret, ...viewing }
      // It was closed before its turn came.
      if (typeof givenKeys(ports.crypto, secrets, '') === 'string')
        throw new RpcError('NOT_OPEN', 'No wallet file')
      const content = { secrets, seedLanguage, network, restoreHeight, lookahead }
      const file = await writeKeyFile(ports, content, password, rounds)
      return { keys_file: bytesToHex(file) }
    })
  },
})
