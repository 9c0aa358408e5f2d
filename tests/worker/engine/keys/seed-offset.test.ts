import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { readSeed, type Seed } from '#protocol/mnemonic/seed.ts'
import { withoutOffset } from '../../../../worker/engine/keys/seed-offset.ts'
import { restoredOffsets } from '../../../support/wallets/recorded-seeds.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()

test.each(restoredOffsets)(
  'seed offset $seed_offset gives the key that monero-wallet-rpc restores',
  async ({ seed, seed_offset, spend_key }) => {
    const { key } = (await readSeed(seed)) as Seed
    expect(bytesToHex(await withoutOffset(crypto, key, seed_offset))).toBe(spend_key)
  },
)
