import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { addOffset, removeOffset, type Scalars } from '#protocol/mnemonic/offset.ts'
import { readSeed, type Seed } from '#protocol/mnemonic/seed.ts'

type Restored = { seed: string; seed_offset: string; spend_key: string }
const recorded: Restored[] = JSON.parse(
  readFileSync(new URL('../../vectors/mnemonic/offsets.json', import.meta.url), 'utf8'),
)

const { Fn } = ed25519.Point
const number = (bytes: Uint8Array) => Fn.create(BigInt(`0x${bytesToHex(bytes.toReversed())}`))
const scalars: Scalars = {
  scalarReduce: (bytes) => Fn.toBytes(number(bytes)),
  scalarAdd: (a, b) => Fn.toBytes(Fn.add(number(a), number(b))),
  scalarSubtract: (a, b) => Fn.toBytes(Fn.sub(number(a), number(b))),
}

test.each(recorded)(
  'seed offset $seed_offset gives the key that monero-wallet-rpc restores',
  async ({ seed, seed_offset, spend_key }) => {
    const { key } = (await readSeed(seed)) as Seed
    expect(bytesToHex(removeOffset(key, seed_offset, scalars))).toBe(spend_key)
    expect(addOffset(hexToBytes(spend_key), seed_offset, scalars)).toStrictEqual(key)
  },
)
