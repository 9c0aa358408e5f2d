import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { bool, text, u64 } from '#protocol/fields.ts'
import { isHex } from '#protocol/hex.ts'
import { findLanguage } from '#protocol/mnemonic/languages.ts'
import { withSecrets } from '../../engine/keys/account.ts'
import { givenKeys } from '../../engine/keys/new-keys.ts'
import { readAddress } from '../../engine/keys/read-address.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireFreeName, requireWalletDir } from './names.ts'

export const generate_from_keys = serviceMethod({
  summary: 'Restores a wallet from its keys and opens it; view-only without a spend key',
  params: {
    restore_height: u64.default(0n).describe('Height to scan from.'),
    filename: text.default('').describe('Name without a path; empty for a wallet in memory.'),
    address: text.default('').describe('Primary address of the wallet.'),
    spendkey: text.default('').secret().describe('64 hex digits; empty for a view-only wallet.'),
    viewkey: text.default('').secret().describe('64 hex digits.'),
    password: text.default('').secret(),
    autosave_current: bool
      .default(true)
      .describe('No effect: the wallet stores every change immediately.'),
    language: text.default('').describe('Language of the seed.'),
  },
  result: { address: text, info: text },
  refusedWhen: ['restricted'],
  errors: ['NO_WALLET_DIR', 'UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],
  source: 'wallet/wallet_rpc_server.cpp on_generate_from_keys',

  run(service, { restore_height, filename, address, spendkey, viewkey, password, language }) {
    requireWalletDir(service)
    if (viewkey === '')
      throw refused(
        "field 'viewkey' is mandatory. Please provide a view key you want to restore from.",
      )
    if (address === '')
      throw refused("field 'address' is mandatory. Please provide a public address.")
    requireFileName(filename)
    return service.change(async () => {
      await requireFreeName(service, filename)
      const network = await service.networkForNewWallet()
      const parsed = readAddress(service.ports.crypto, address, network)
      if (!parsed) throw refused('Failed to parse public address')
      const keys = withSecrets((held) => {
        const viewSecret = held(parseKey(viewkey, 'view'))
        const spendSecret = spendkey === '' ? undefined : held(parseKey(spendkey, 'spend'))
        if (language !== '' && !findLanguage(language))
          throw refused('The specified seed language is invalid.')

        const publics = { spendPublic: parsed.spendKey, viewPublic: parsed.viewKey }
        const secrets = { viewSecret, ...(spendSecret && { spendSecret }), ...publics }
        const given = givenKeys(service.ports.crypto, secrets, language)
        // The reference makes such a wallet. It finds no funds and cannot be opened again.
        if (typeof given === 'string') throw refused(`${given} does not match standard address`)
        return given
      })
      const wanted = { name: filename, password, network, restoreHeight: restore_height }
      const wallet = await service.create({ ...keys, ...wanted })
      return {
        address: wallet.primaryAddress,
        info: `${wallet.viewOnly ? 'Watch-only wallet' : 'Wallet'} has been generated successfully.`,
      }
    })
  },
})

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)

function parseKey(hex: string, which: 'view' | 'spend') {
  if (!isHex(hex, 32)) throw refused(`Failed to parse ${which} key secret key`)
  return hexToBytes(hex)
}
