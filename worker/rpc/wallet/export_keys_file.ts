import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { givenKeys } from '../../engine/keys/new-keys.ts'
import { walletMethod } from '../method.ts'
import { kdfRounds, requireKdfRounds } from './kdf-rounds.ts'

export const export_keys_file = walletMethod({
  summary: "Exports the wallet's keys as a key file for Monero wallets",
  params: {
    password: text.default('').secret().describe('Password of the wallet.'),
    file_password: text
      .optional()
      .secret()
      .describe('Password of the file; that of the wallet if absent.'),
    watch_only: bool.default(false).describe('Leave out the spend key.'),
    kdf_rounds: kdfRounds,
  },
  result: {
    keys_file: text.describe('The key file in hex, with ring records that monero ignores.'),
  },
  refusedWhen: ['restricted', 'background'],
  errors: ['INVALID_PASSWORD', 'UNKNOWN_ERROR'],
  caution: 'reveals',
  source: 'wallet/wallet2.cpp get_keys_file_data',

  run(wallet, { password, file_password = password, watch_only, kdf_rounds }) {
    const rounds = requireKdfRounds(kdf_rounds, wallet.ports)
    // Queued: a wallet that closes wipes its keys only after this task.
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
      // The wallet was closed while this task was queued.
      if (typeof givenKeys(ports.crypto, secrets, '') === 'string')
        throw new RpcError('NOT_OPEN', 'No wallet file')
      const rings = wallet.store.rings.rows
      const content = { secrets, seedLanguage, network, restoreHeight, lookahead, rings }
      const file = await writeKeyFile(ports, content, file_password, rounds)
      return { keys_file: bytesToHex(file) }
    })
  },
})
