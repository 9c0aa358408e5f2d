import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { keysOfWords } from '../../../../worker/engine/keys/seed-words.ts'
import {
  createdWallets,
  restoredOffsets,
  restoredSeeds,
} from '../../../support/wallets/recorded-seeds.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { watchedCrypto } from '../../../support/wasm/watched-crypto.ts'

const crypto = await testCrypto()
const keysOf = (text: string, said: { language?: string; seed_offset?: string } = {}) =>
  keysOfWords(crypto, text, { language: '', seed_offset: '', ...said })

/** The keys and words as monero-wallet-rpc reports them, or the message of the error. */
async function outcome(text: string, said: { language?: string; seed_offset?: string }) {
  try {
    const { keys, words, isDeprecated } = await keysOf(text, said)
    const { spendSecret, viewSecret } = keys.secrets
    return {
      mnemonic: words,
      spend_key: bytesToHex(spendSecret!),
      view_key: bytesToHex(viewSecret),
      was_deprecated: isDeprecated,
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    expect(error.reason).toBe('UNKNOWN_ERROR')
    return { error: error.message }
  }
}

describe('keysOfWords', () => {
  test('restores the seeds that monero-wallet-rpc restores, in the same words', async () => {
    for (const { seed, language, error, address: _, ...recorded } of restoredSeeds) {
      if (error?.startsWith('Electrum')) continue
      const expected = error ? { error } : recorded
      expect(await outcome(seed, language ? { language } : {}), seed).toEqual(expected)
    }
  })

  test('decrypts an offset like monero-wallet-rpc', async () => {
    const { seed, seed_offset, address: _, ...recorded } = restoredOffsets[0]!
    expect(await outcome(seed, { seed_offset })).toEqual(recorded)
  })

  const old = restoredSeeds.find(({ error }) => error?.startsWith('Wallet was using'))!.seed

  test('writes words of the oldest list in the requested language', async () => {
    const { keys, words } = await keysOf(old, { language: 'German' })
    expect(keys.seedLanguage).toBe('German')
    expect((await keysOf(words)).keys.secrets).toEqual(keys.secrets)
  })

  test('wipes the key of the seed', async () => {
    const { watched, returned } = watchedCrypto(crypto, ['scalarSubtract', 'scalarReduce'])
    const { seed, seed_offset, spend_key } = restoredOffsets[0]!
    const { keys } = await keysOfWords(watched, seed, { language: '', seed_offset })
    expect(bytesToHex(keys.secrets.spendSecret!)).toBe(spend_key)
    const left = returned.filter((bytes) => bytes.some((byte) => byte !== 0))
    expect(left).toEqual([keys.secrets.spendSecret, keys.secrets.viewSecret])
  })

  const seed = createdWallets.find(({ language }) => language === 'English')!.mnemonic
  test.each([
    [
      'an old seed and an unknown language',
      old,
      { language: 'Klingon' },
      'Wallet was using the old seed language, and the specified new seed language is invalid.',
      undefined,
    ],
    [
      'an offset with 13 words',
      seed.split(' ').slice(0, 13).join(' '),
      { seed_offset: 'x' },
      'Seeds of 13 words have no offset',
      'seed_offset',
    ],
    [
      'words of two seeds',
      `${seed} ${seed}`,
      {},
      'Electrum-style word list failed verification',
      'seed: expected 13, 16, 24 or 25 words',
    ],
  ])('error: %s', async (_, text, said, message, data) => {
    await expect(keysOf(text, said)).rejects.toMatchObject({ code: -1, message, data })
  })
})
