import { crc32 as zlibCrc32 } from 'node:zlib'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from '#protocol/crc32.ts'
import { count, seed } from '../support/random/case-counts.ts'

test('crc32 returns the check value of ISO-HDLC', () => {
  expect(crc32(utf8ToBytes('123456789'))).toBe(0xcbf4_3926)
})

test('crc32 agrees with zlib', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)),
    { numRuns: count(200, 20_000), seed: seed() },
  )
})
