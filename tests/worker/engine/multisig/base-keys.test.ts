import { concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonViewSecret } from '../../../../worker/engine/multisig/base-keys.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
// Alike for long stretches, so that the last bytes decide, too.
const part = fc.tuple(fc.nat(31), fc.nat(255)).map(([at, byte]) => {
  const bytes = new Uint8Array(32).fill(0x80)
  bytes[at] = byte
  return bytes
})

test('law: commonViewSecret hashes the sorted parts, in whatever order they are given', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 2, maxLength: 16 }), (parts) => {
      const sorted = [...parts].sort((a, b) => Buffer.compare(a, b))
      expect(commonViewSecret(crypto, parts)).toEqual(crypto.hashToScalar(concatBytes(...sorted)))
    }),
    { numRuns: count(100, 2000), seed: seed() },
  )
})
