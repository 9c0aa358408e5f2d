import { RpcError } from '#protocol/errors.ts'
import { bool, text, u64 } from '#protocol/fields.ts'
import { keysOfWords, type KeysOfWords } from '../../engine/keys/seed-words.ts'
import type { Service } from '../../engine/service.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireFreeName, requireWalletDir } from './names.ts'

export const restore_deterministic_wallet = serviceMethod({
  summary: 'Restores a wallet from the words of its seed and opens it',
  params: {
    filename: text.default('').describe('Name without a path; empty for a wallet in memory.'),
    password: text.default('').secret(),
    seed: text
      .default('')
      .secret()
      .describe(
        '24 or 25 words of one language, 13 words of MyMonero, 16 words of Polyseed, or hex of a multisig wallet.',
      ),
    restore_height: u64
      .default(0n)
      .describe('Height to scan from. If 0 with 16 words, the month in the seed decides.'),
    language: text
      .default('')
      .describe(
        'Language of the new seed, if the old one uses the oldest word list. Ignored for 16 words.',
      ),
    seed_offset: text.default('').secret().describe('Passphrase that the seed was encrypted with.'),
    enable_multisig_experimental: bool
      .default(false)
      .describe('The seed is the seed of a multisig wallet. Funds can be lost with such wallets.'),
    autosave_current: bool
      .default(true)
      .describe('No effect: the wallet stores every change immediately.'),
  },
  result: {
    address: text,
    info: text,
    seed: text.describe('The seed that the wallet shows from now on; empty for a multisig wallet.'),
    was_deprecated: bool.describe('The given seed had no checksum, or used the oldest word list.'),
  },
  refusedWhen: ['restricted'],
  errors: ['NO_WALLET_DIR', 'UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],
  caution: 'reveals',
  source: 'wallet/wallet_rpc_server.cpp on_restore_deterministic_wallet',

  run(service, params) {
    const { filename, password, seed, restore_height } = params
    requireWalletDir(service)
    if (seed === '')
      throw refused("field 'seed' is mandatory. Please provide a seed you want to restore from.")
    requireFileName(filename)
    return service.change(async () => {
      await requireFreeName(service, filename)
      const words = await keysOf(service, params)
      const { keys, made } = words
      const network = await service.networkForNewWallet()
      const restoreHeight =
        restore_height === 0n && made !== undefined
          ? await service.heightBefore(made)
          : restore_height
      const wallet = await service.create({
        ...keys,
        name: filename,
        password,
        network,
        restoreHeight,
      })
      return {
        address: wallet.primaryAddress,
        info: 'Wallet has been restored successfully.',
        seed: words.words,
        was_deprecated: words.isDeprecated,
      }
    })
  },
})

type RestoreParams = Parameters<typeof keysOfWords>[2] & {
  seed: string
  enable_multisig_experimental: boolean
}

async function keysOf({ ports: { crypto } }: Service, asked: RestoreParams): Promise<KeysOfWords> {
  const { seed, language, seed_offset } = asked
  if (!asked.enable_multisig_experimental)
    return keysOfWords(crypto, seed, { language, seed_offset })
  if (seed_offset !== '') throw refused('Multisig seeds are not compatible with seed offsets')
  // Only here: a page that restores no group member never downloads it.
  const { keysOfMultisigSeed } = await import('../../engine/multisig/seed.ts')
  // These seeds have no checksum, like the oldest word seeds.
  return { keys: keysOfMultisigSeed(crypto, seed), words: '', isDeprecated: true }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
