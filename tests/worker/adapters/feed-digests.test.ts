import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { feedDigests } from '../../../worker/adapters/feed-digests.ts'

const bytes = Uint8Array.from({ length: 64 }, (_, at) => at)
const files = { stagenet: { blocks: 512, first: 1024, sha256: bytesToHex(sha256(bytes)) } }

test('the digests of a network are read from its file', async () => {
  const read: string[] = []
  const load = feedDigests(async (name) => {
    read.push(name)
    return bytes
  }, files)
  expect(await load('stagenet')).toEqual({ blocks: 512, first: 1024, digests: bytes })
  expect(read).toEqual(['feed-digests-stagenet.bin'])
})

test('a network without a file has none, and nothing is read', async () => {
  const load = feedDigests(() => Promise.reject(new Error('was read')), files)
  expect(await load('mainnet')).toBeUndefined()
})

test('error: a missing file, and another one, as a false server of a page could send', async () => {
  await expect(
    feedDigests(() => Promise.reject(new Error('HTTP 404')), files)('stagenet'),
  ).rejects.toThrow('HTTP 404')
  await expect(feedDigests(async () => bytes.with(0, 9), files)('stagenet')).rejects.toThrow(
    /^feed-digests-stagenet\.bin: expected the SHA-256 \w{64}, got \w{64}$/,
  )
})
