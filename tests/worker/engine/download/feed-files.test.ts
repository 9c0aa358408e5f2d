import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test, vi } from 'vitest'
import { intactFile } from '../../../../worker/engine/download/feed-files.ts'

const good = new Uint8Array([1, 2, 3])
const bad = new Uint8Array([1, 2, 4])
const wanted = { name: 'chunk', digest: bytesToHex(sha256(good)), isToKeep: false }

/** A port that counts its calls. */
const counted = () => vi.fn(async (bytes: Uint8Array) => sha256(bytes))

test.each([
  ['by the engine', undefined],
  ['by the platform', counted()],
])('a file with its digest is read, computed %s', async (_, sha256) => {
  const file = vi.fn(async () => good)
  expect(await intactFile(file, { sha256 }, wanted)).toBe(good)
  expect(file).toHaveBeenCalledTimes(1)
  if (sha256) expect(sha256).toHaveBeenCalledTimes(1)
})

test.each([
  ['by the engine', undefined],
  ['by the platform', counted()],
])('a file with another digest is requested again, and refused, computed %s', async (_, sha256) => {
  const file = vi.fn(async () => bad)
  await expect(intactFile(file, { sha256 }, wanted)).rejects.toThrow('another digest')
  expect(file.mock.calls).toEqual([
    ['chunk', false],
    ['chunk', true],
  ])
})

test('a file of the cache with another digest is requested', async () => {
  const cache = { read: async () => bad, keep: vi.fn() } as never
  const sha256 = counted()
  expect(await intactFile(async () => good, { cache, sha256 }, wanted)).toBe(good)
  expect(sha256).toHaveBeenCalledTimes(2)
})
