import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { skein512x256 } from '#protocol/cryptonight/skein.ts'
import { hashVectors } from '../../vectors/hash/vectors.ts'

test('skein512x256 matches monero’s vectors for every length up to two blocks', () => {
  for (const [expected, message] of hashVectors('skein'))
    expect(bytesToHex(skein512x256(hexToBytes(message === 'x' ? '' : message)))).toBe(expected)
})
