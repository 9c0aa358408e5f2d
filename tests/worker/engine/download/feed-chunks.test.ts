import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import {
  indexText,
  listName,
  listText,
  type ChunkFiles,
  type FeedIndex,
} from '#protocol/feed/feed-index.ts'
import { FeedChunks } from '../../../../worker/engine/download/feed-chunks.ts'
import { hasDigest, indexOf } from '../../../../worker/engine/download/feed-files.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const first = 1024
const chunk = (number: number): ChunkFiles => ({
  complete: { digest: bytesToHex(sha256(utf8(`complete ${number}`))), bytes: 100 + number },
  scan: { digest: bytesToHex(sha256(utf8(`scan ${number}`))), bytes: 50 },
})
const all = Array.from({ length: 258 }, (_, at) => chunk(at))
const list = utf8(listText(all.slice(0, 256)))
const listDigest = bytesToHex(sha256(list))

/** A feed of 258 chunks from block 1024 on: one list, and two chunks in the index. */
function feed(index: Partial<FeedIndex> = {}, bytes: Uint8Array = list) {
  const read: string[] = []
  const whole = { network: 'mainnet', blocks: 512, first, chunks: all, ...index } as const
  const head = indexOf(utf8(indexText(whole, [listDigest])), ['mainnet'])
  const chunks = new FeedChunks(head, async (name, digest) => {
    read.push(name)
    expect(digest).toBe(listDigest)
    return bytes
  })
  return { chunks, read }
}

const heightOf = (number: number) => BigInt(first + 512 * number)

describe('the chunks of a feed', () => {
  test('have their heights', () => {
    const { chunks } = feed()
    expect([chunks.first, chunks.end, chunks.blocks]).toEqual([1024n, heightOf(258), 512])
    const heights = [1023n, 1024n, heightOf(258) - 1n, heightOf(258)]
    expect(heights.map((height) => chunks.has(height))).toEqual([false, true, true, false])
  })

  test('come from a list, which is read once, or from the index', async () => {
    const { chunks, read } = feed()
    expect(await chunks.at(heightOf(257))).toEqual({
      first: Number(heightOf(257)),
      blocks: 512,
      files: all[257],
    })
    expect(read).toEqual([])
    for (const number of [3, 255, 0]) {
      expect(await chunks.at(heightOf(number) + 511n)).toMatchObject({
        first: Number(heightOf(number)),
        files: all[number],
      })
      expect(read).toEqual([listName(first, listDigest)])
    }
    expect(chunks.listWith(heightOf(255))).toBe(listName(first, listDigest))
    expect(chunks.listWith(heightOf(256))).toBeUndefined()
  })

  test('have sizes that add up, as far as they are known', async () => {
    const { chunks } = feed()
    const tail = 100 + 256 + 100 + 257
    expect(chunks.bytesFrom(heightOf(0), 'complete')).toBe(tail)
    expect(chunks.bytesFrom(heightOf(257), 'complete')).toBe(357)
    expect(chunks.bytesFrom(heightOf(256), 'scan')).toBe(100)
    await chunks.at(heightOf(0))
    expect(chunks.bytesFrom(heightOf(254), 'complete')).toBe(354 + 355 + tail)
  })

  test.each<[Partial<FeedIndex>, string]>([
    [{ network: 'stagenet' }, 'expected a scan feed of mainnet, got one of stagenet'],
    [{ blocks: 1024 }, 'expected chunks of 512 blocks, got 1024'],
  ])('error: the index of another feed: %j', (index, message) => {
    expect(() => feed(index)).toThrow(message)
  })

  test('error: a list that is none', async () => {
    const { chunks } = feed({}, utf8('[]'))
    await expect(chunks.at(1024n)).rejects.toThrow('expected 256 chunks, got 0')
  })
})

test('hasDigest compares SHA-256', () => {
  expect([hasDigest(list, listDigest), hasDigest(list.slice(1), listDigest)]).toEqual([true, false])
})
