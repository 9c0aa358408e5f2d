import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  feedDigestsFiles,
  feedDigestsName,
  releaseDigestOf,
} from '#protocol/checkpoints/feed-digests.ts'

test('a chunk has the digest at its height', () => {
  const digests = Uint8Array.from({ length: 64 }, (_, at) => (at < 32 ? 1 : 2))
  const of = (first: number, blocks = 512) =>
    releaseDigestOf({ blocks: 512, first: 1024, digests }, { first, blocks })
  expect([of(1024), of(1536)]).toEqual(['01'.repeat(32), '02'.repeat(32)])
  // Below, above, between, and of another length.
  expect([of(512), of(2048), of(1100), of(1024, 256)]).toEqual(Array(4).fill(undefined))
})

test('the source has each file that the code describes, and no other', () => {
  for (const network of ['mainnet', 'testnet', 'stagenet', 'fakechain'] as const) {
    const path = `protocol/checkpoints/${feedDigestsName(network)}`
    const described = feedDigestsFiles[network]
    expect(existsSync(path)).toBe(described !== undefined)
    if (!described) continue
    const bytes = readFileSync(path)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(described.sha256)
    expect(bytes.length % 32).toBe(0)
  }
})
