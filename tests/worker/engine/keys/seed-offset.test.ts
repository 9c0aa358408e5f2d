import { readFileSync } from 'node:fs'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { readSeed, type Seed } from '#protocol/mnemonic/seed.ts'
import { withoutOffset } from '../../../../worker/engine/keys/seed-offset.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

type Restored = { seed: string; seed_offset: string; spend_key: string }
const recorded: Restored[] = JSON.parse(
  readFileSync(new URL('../../../vectors/mnemonic/offsets.json', import.meta.url), 'utf8'),
)
const crypto = await testCrypto()

test.each(recorded)(
  'seed offset $seed_offset gives the key that monero-wallet-rpc restores',
  async ({ seed, seed_offset, spend_key }) => {
    const { key } = (await readSeed(seed)) as Seed
    expect(bytesToHex(await withoutOffset(crypto, key, seed_offset))).toBe(spend_key)
  },
)
