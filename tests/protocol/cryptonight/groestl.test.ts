import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { groestl256 } from '#protocol/cryptonight/groestl.ts'
import { hashVectors } from '../../vectors/hash/vectors.ts'

test('groestl256 matches monero’s vectors for every length up to two blocks', () => {
  for (const [expected, message] of hashVectors('groestl'))
    expect(bytesToHex(groestl256(hexToBytes(message === 'x' ? '' : message)))).toBe(expected)
})
