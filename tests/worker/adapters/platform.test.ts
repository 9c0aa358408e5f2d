import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { systemSha256 } from '../../../worker/adapters/platform.ts'

test.each([0, 1, 63, 64, 65, 100_000])('SHA-256 of %i bytes is that of noble', async (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) & 255)
  expect(await systemSha256!(bytes)).toEqual(sha256(bytes))
})

test('SHA-256 of a part of a buffer is that of the part', async () => {
  const bytes = Uint8Array.from({ length: 200 }, (_, at) => at)
  expect(await systemSha256!(bytes.subarray(50, 130))).toEqual(sha256(bytes.slice(50, 130)))
})
