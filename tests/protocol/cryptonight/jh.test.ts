import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { jh256 } from '#protocol/cryptonight/jh.ts'
import { hashVectors } from '../../vectors/hash/vectors.ts'

test('jh256 matches monero’s vectors for every length up to two blocks', () => {
  for (const [expected, message] of hashVectors('jh'))
    expect(bytesToHex(jh256(hexToBytes(message === 'x' ? '' : message)))).toBe(expected)
})
