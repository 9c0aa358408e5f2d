import { RpcError } from '#protocol/errors.ts'
import { bool, text, u64 } from '#protocol/fields.ts'
import { keysOfWords, type KeysOfWords } from '../../engine/keys/seed-words.ts'
import { keysOfMultisigSeed } from '../../engine/multisig/seed.ts'
import type { Service } from '../../engine/service.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireFreeName, requireWalletDir } from './names.ts'

export const restore_deterministic_wallet = serviceMethod({
  summary: 'Make a wallet from the words of its seed and open it',
  params: {
    filename: text.default('').describe('Without a path; empty for a wallet in memory.'),
    password: text.default('').secret(),
    seed: text
      .default('')
      .secret()
      .describe(
        "24 or 25 words of one language, MyMonero's 13, or Polyseed's 16; hex of a multisig wallet.",
      ),
    restore_height: u64
      .default(0n)
      .describe(
        'Block to scan from; of 16 words, when it is 0, the month they were made in says it.',
      ),
    language: text
      .default('')
      .describe('To write the seed in, if it is in the oldest word list; of 16 words, their own.'),
    seed_offset: text.default('').secret().describe('Passphrase that the seed was encrypted with.'),
    enable_multisig_experimental: bool
      .default(false)
      .describe('The seed is one of a multisig wallet, by which money can be lost.'),
    autosave_current: bool.default(true).describe('No effect: every change is stored at once.'),
  },
  result: {
    address: text,
    info: text,
    seed: text.describe('As the wallet writes it from now on; empty for a multisig wallet.'),
    was_deprecated: bool.describe('The seed had no checksum, or was in the oldest word list.'),
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
  // They have no checksum, as the oldest seeds of words have none.
  return { keys: keysOfMultisigSeed(crypto, seed), words: '', isDeprecated: true }
}

const refused = (message: string) => new RpcError('UNKNOWN_ERROR', message)
