import { RpcError } from '#protocol/errors.ts'
import { bool, text, u64 } from '#protocol/fields.ts'
import { findLanguage, loadLanguage, oldLanguageName } from '#protocol/mnemonic/languages.ts'
import {
  isDeprecated,
  readSeed,
  writeSeed,
  type Seed,
  type SeedProblem,
} from '#protocol/mnemonic/seed.ts'
import { seedKeys } from '../../engine/keys/new-keys.ts'
import { withoutOffset } from '../../engine/keys/seed-offset.ts'
import { serviceMethod } from '../method.ts'
import { requireFileName, requireFreeName, requireWalletDir } from './names.ts'

export const restore_deterministic_wallet = serviceMethod({
  summary: 'Make a wallet from the words of its seed and open it',
  params: {
    filename: text.default('').describe('Without a path; empty for a wallet in memory.'),
    password: text.default(''),
    seed: text.default('').describe('24 or 25 words of one language.'),
    restore_height: u64.default(0n).describe('Block to scan from.'),
    language: text.default('').describe('To write the seed in, if it is in the oldest word list.'),
    seed_offset: text.default('').describe('Passphrase that the seed was encrypted with.'),
    autosave_current: bool.default(true).describe('Every change is stored already.'),
  },
  result: {
    address: text,
    info: text,
    seed: text.describe('As the wallet writes it from now on.'),
    was_deprecated: bool.describe('The seed had no checksum, or was in the oldest word list.'),
  },
  refusedWhen: ['restricted'],
  errors: ['DENIED', 'NO_WALLET_DIR', 'UNKNOWN_ERROR', 'WALLET_ALREADY_EXISTS'],
  source: 'wallet/wallet_rpc_server.cpp on_restore_deterministic_wallet',

  run(service, { filename, password, seed, restore_height, language, seed_offset }) {
    requireWalletDir(service)
    if (seed === '')
      throw refused("field 'seed' is mandatory. Please provide a seed you want to restore from.")
    requireFileName(filename)
    return service.change(async () => {
      await requireFreeName(service, filename)
      const read = await readSeed(seed)
      if ('problem' in read)
        throw refused('Electrum-style word list failed verification', problems[read.problem])
      const { crypto } = service.ports
      const key = seed_offset === '' ? read.key : withoutOffset(crypto, read.key, seed_offset)
      try {
        const seedLanguage = languageFor(read, language)
        const words = writeSeed(key, await loadLanguage(seedLanguage))
        const keys = seedKeys(crypto, key, seedLanguage)
        const network = await service.networkForNewWallet()
        const wanted = { name: filename, password, network, restoreHeight: restore_height }
        const wallet = await service.create({ ...keys, ...wanted })
        return {
          address: wallet.primaryAddress,
          info: 'Wallet has been restored successfully.',
          seed: words,
          was_deprecated: isDeprecated(read),
        }
      } finally {
        for (const secret of [read.key, key]) secret.fill(0)
      }
    })
  },
})

const refused = (message: string, data?: string) => new RpcError('UNKNOWN_ERROR', message, data)

/** What the reference does not say. No word of the seed is repeated. */
const problems: Record<SeedProblem['problem'], string> = {
  'word count': 'seed: expected 24 or 25 words',
  'unknown word': 'seed: a word is in none of the word lists, or words of several are mixed',
  checksum: 'seed: the words contradict their checksum: one of them is another, or misplaced',
  'no key': 'seed: these words stand for no key',
}

/** The seed's own language, or the one asked for in place of the oldest list. */
function languageFor(seed: Seed, wanted: string) {
  if (seed.language.name !== oldLanguageName) return seed.language.name
  if (wanted === '')
    throw refused(
      'Wallet was using the old seed language. You need to specify a new seed language.',
    )
  if (!findLanguage(wanted))
    throw refused(
      'Wallet was using the old seed language, and the specified new seed language is invalid.',
    )
  return wanted
}
