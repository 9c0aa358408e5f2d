import { bytesToHex } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { loadLanguage } from '#protocol/mnemonic/languages.ts'
import { writeSeed } from '#protocol/mnemonic/seed.ts'
import { requireForeground } from '../../engine/background-guard.ts'
import { multisigSeedOf } from '../../engine/multisig/group.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { walletMethod } from '../method.ts'

export const query_key = walletMethod({
  summary: 'Returns a secret of the wallet: its seed, view key or spend key',
  params: { key_type: text.default('').describe('mnemonic, view_key or spend_key.') },
  result: {
    key: text.describe(
      'Words, or hex digits: 64 for a key, more for the seed of a multisig wallet.',
    ),
  },
  refusedWhen: ['restricted'],
  errors: [
    'IS_BACKGROUND_WALLET',
    'IS_BACKGROUND_SYNCING',
    'NOT_MULTISIG',
    'WATCH_ONLY',
    'NON_DETERMINISTIC',
    'UNKNOWN_ERROR',
    'UNKNOWN_TYPE',
  ],
  caution: 'reveals',
  source: 'wallet/wallet_rpc_server.cpp on_query_key',

  async run(wallet, { key_type }) {
    switch (key_type) {
      case 'mnemonic':
        return { key: await seedOf(wallet) }
      case 'view_key':
        return { key: bytesToHex(wallet.secrets.viewSecret) }
      case 'spend_key':
        return { key: bytesToHex(spendSecretOf(wallet, 'spend key')) }
      default:
        throw new RpcError('UNKNOWN_TYPE', `key_type ${key_type} not found`)
    }
  },
})

function spendSecretOf(wallet: Wallet, what: 'seed' | 'spend key') {
  requireForeground(wallet)
  const { spendSecret, multisig } = wallet.secrets
  // For a multisig member, this is the key that signs its messages.
  if (what === 'spend key' && multisig) return multisig.baseSecret
  if (!spendSecret)
    throw new RpcError('WATCH_ONLY', `The wallet is watch-only. Cannot retrieve ${what}.`)
  return spendSecret
}

async function seedOf(wallet: Wallet) {
  const { multisig } = wallet.secrets
  if (multisig) {
    wallet.multisig.requireExchanged()
    return multisigSeedOf({ ...wallet.secrets, multisig })
  }
  const seed = spendSecretOf(wallet, 'seed')
  const { deterministic, seedLanguage } = wallet.info
  const { halfSeed, polyseed } = wallet.secrets
  const inWords = async (key: Uint8Array) => writeSeed(key, await loadLanguage(seedLanguage))
  if (polyseed)
    return ofCopy(polyseed.secret, async (secret) => {
      const { writePolyseed } = await import('#protocol/mnemonic/polyseed.ts')
      return writePolyseed({ ...polyseed, secret })
    })
  if (halfSeed) return ofCopy(halfSeed, inWords)
  if (!deterministic)
    throw new RpcError('NON_DETERMINISTIC', 'The wallet is non-deterministic. Cannot display seed.')
  if (seedLanguage === '') throw new RpcError('UNKNOWN_ERROR', 'Failed to get seed.')
  return ofCopy(seed, inWords)
}

/** Works on a copy. If the wallet closes while a word list is loaded, it overwrites its keys with zeros. */
async function ofCopy(secret: Uint8Array, write: (copy: Uint8Array) => Promise<string>) {
  const copy = secret.slice()
  try {
    return await write(copy)
  } finally {
    copy.fill(0)
  }
}
