import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { FeedDigests } from '#protocol/checkpoints/feed-digests.ts'
import {
  indexName,
  indexText,
  listName,
  listText,
  type ChunkFiles,
  type FeedIndex,
} from '#protocol/feed/feed-index.ts'
import type { FeedServer } from '../../../../worker/engine/base/ports.ts'
import {
  FeedAgreement,
  FeedDisagreement,
} from '../../../../worker/engine/download/feed-agreement.ts'
import { FeedChunks } from '../../../../worker/engine/download/feed-chunks.ts'
import { hasDigest, indexOf } from '../../../../worker/engine/download/feed-files.ts'
import { secondServer } from '../../../support/feed/second-server.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const digestOf = (text: string) => bytesToHex(sha256(utf8(text)))

/** The chunk that begins at a height of some chain. */
const chunkAt = (height: number, chain = 'honest'): ChunkFiles => ({
  complete: { digest: digestOf(`${chain} complete ${height}`), bytes: 1000 },
  scan: { digest: digestOf(`${chain} scan ${height}`), bytes: 500 },
})

const blocks = 512

type Wanted = Partial<FeedIndex> & { count?: number; chain?: (height: number) => string }

/** The files of a feed, without its chunks. */
function feedFiles({ first = 0, count = 4, chain = () => 'honest', ...index }: Wanted = {}) {
  const chunks = Array.from({ length: count }, (_, at) =>
    chunkAt(first + at * blocks, chain(first + at * blocks)),
  )
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const lists: string[] = []
  for (let at = 0; at + 256 <= count; at += 256) {
    const text = listText(chunks.slice(at, at + 256))
    lists.push(digestOf(text))
    files.set(listName(first + at * blocks, digestOf(text)), utf8(text))
  }
  const whole = { network: 'mainnet', blocks, first, chunks, ...index } as const
  files.set(indexName, utf8(indexText(whole, lists)))
  return files
}

/** What the wallet's own server has, and how it agrees with others. */
function scene({
  ours = {},
  theirs,
  release,
}: { ours?: Wanted; theirs?: FeedServer; release?: FeedDigests | Error } = {}) {
  const files = feedFiles(ours)
  const notes: string[] = []
  const chunks = new FeedChunks(
    indexOf(files.get(indexName)!, ['mainnet']),
    async (name, digest) => {
      const bytes = files.get(name)!
      expect(hasDigest(bytes, digest)).toBe(true)
      return bytes
    },
  )
  const agreement = new FeedAgreement({
    network: 'mainnet',
    server: 'first.example:18089',
    release: async () => {
      if (release instanceof Error) throw release
      return release
    },
    second: theirs,
    note: (problem) => notes.push(problem),
  })
  const compare = (height: number, kind: 'complete' | 'scan' = 'complete') =>
    agreement.compare(chunks, BigInt(height), kind)
  return { agreement, compare, notes, chunks }
}

const releaseOf = (count: number, chain = 'honest', first = 0): FeedDigests => ({
  blocks,
  first,
  digests: Uint8Array.from(
    Array.from({ length: count }, (_, at) => [
      ...hexToBytes(chunkAt(first + at * blocks, chain).complete.digest),
    ]).flat(),
  ),
})

describe('a second server', () => {
  test('is asked for its index alone while the index has the chunks', async () => {
    const { server, asked } = secondServer(feedFiles())
    const { compare, agreement, notes } = scene({ theirs: server })
    expect(agreement.comparison).toEqual({})
    for (const height of [0, 511, 512, 1024]) expect(await compare(height)).toBe(true)
    expect(asked).toEqual(['index.json'])
    expect(agreement.comparison).toEqual({ second: { name: server.name, sameTo: 1536n } })
    expect(notes).toEqual([])
  })

  test('is not asked for a list that is the same: its name has the digest', async () => {
    const { server, asked } = secondServer(feedFiles({ count: 520 }))
    const { compare } = scene({ ours: { count: 514 }, theirs: server })
    for (const at of [0, 255, 256, 511, 513]) expect(await compare(at * blocks)).toBe(true)
    expect(asked).toEqual(['index.json'])
  })

  test('is asked for the lists of what is read where they begin elsewhere', async () => {
    const { server, asked } = secondServer(feedFiles({ first: 100 * blocks, count: 600 }))
    const { compare } = scene({ ours: { count: 600 }, theirs: server })
    for (const at of [100, 101, 355, 356, 599]) expect(await compare(at * blocks)).toBe(true)
    expect(asked).toEqual(['index.json', `lists/${100 * blocks}`, `lists/${356 * blocks}`])
  })

  test('that is behind or begins later confirms what it has', async () => {
    const { server } = secondServer(feedFiles({ first: blocks, count: 2 }))
    const { compare, agreement, notes } = scene({ theirs: server })
    expect(await compare(0)).toBe(false)
    expect(await compare(512)).toBe(true)
    expect(await compare(1024)).toBe(true)
    expect(await compare(1536)).toBe(false)
    const problem = 'it has the blocks from 512 to 1535 only'
    expect(agreement.comparison).toEqual({
      second: { name: server.name, sameTo: 1536n, problem },
    })
    expect(notes).toEqual([`the scan feed of https://second.example is not compared: ${problem}`])
  })

  test('has scan chunks to compare, too', async () => {
    const { server } = secondServer(feedFiles())
    const { compare } = scene({ theirs: server })
    expect(await compare(512, 'scan')).toBe(true)
  })

  test('error: another chunk is evidence with both names, the height and both digests', async () => {
    const { server } = secondServer(
      feedFiles({ chain: (height) => (height === 512 ? 'false' : 'honest') }),
    )
    const { compare, agreement } = scene({ theirs: server })
    expect(await compare(0)).toBe(true)
    await expect(compare(600)).rejects.toThrow(
      new FeedDisagreement(
        `the complete chunk from block 512: first.example:18089 has ${chunkAt(512).complete.digest} ` +
          `of 1000 bytes, https://second.example has ${chunkAt(512, 'false').complete.digest} of 1000 bytes`,
      ),
    )
    expect(agreement.comparison.second?.sameTo).toBe(512n)
  })

  test('error: another chunk in a list', async () => {
    const { server, asked } = secondServer(
      feedFiles({ count: 300, chain: (height) => (height === 9 * blocks ? 'false' : 'honest') }),
    )
    const { compare } = scene({ ours: { count: 300 }, theirs: server })
    expect(await compare(8 * blocks)).toBe(true)
    await expect(compare(9 * blocks)).rejects.toThrow(FeedDisagreement)
    expect(asked).toEqual(['index.json', 'lists/0'])
  })

  test('error: the same digest of another length', async () => {
    const files = feedFiles()
    const text = new TextDecoder().decode(files.get(indexName))
    files.set(indexName, utf8(text.replaceAll('"bytes":1000', '"bytes":1001')))
    const { compare } = scene({ theirs: secondServer(files).server })
    await expect(compare(0)).rejects.toThrow(/of 1000 bytes, .* of 1001 bytes$/)
  })

  test.each<[string, Map<string, Uint8Array<ArrayBuffer>>, string]>([
    ['without a feed', new Map(), 'it sent no index of a scan feed'],
    [
      'of another network',
      feedFiles({ network: 'stagenet' }),
      'expected a scan feed of mainnet, got one of stagenet',
    ],
    [
      'with chunks of another length',
      feedFiles({ blocks: 256 }),
      'expected chunks of 512 blocks, got 256',
    ],
    [
      'whose index is a page',
      new Map([[indexName, utf8('<!doctype html>')]]),
      'index.json: JSON: expected a value at position 0',
    ],
  ])('error: %s is not compared, and asked once', async (_, files, problem) => {
    const { server, asked } = secondServer(files)
    const { compare, agreement, notes } = scene({ theirs: server })
    for (const height of [0, 512]) expect(await compare(height)).toBe(false)
    expect(asked).toEqual(['index.json'])
    expect(agreement.comparison.second?.problem).toBe(problem)
    expect(notes).toHaveLength(1)
  })

  test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | undefined]>([
    ['missing', () => undefined],
    ['another file', (bytes) => bytes.slice(1)],
  ])('error: a list that is %s ends the comparison', async (_, change) => {
    const files = feedFiles({ first: blocks, count: 600 })
    const name = [...files.keys()].find((each) => each.startsWith(`lists/${blocks}-`))!
    const { server, asked } = secondServer({
      ...files,
      get: (each: string) => (each === name ? change(files.get(name)!) : files.get(each)),
    } as typeof files)
    const { compare, agreement, notes } = scene({ ours: { count: 600 }, theirs: server })
    expect(await compare(blocks)).toBe(false)
    expect(await compare(2 * blocks)).toBe(false)
    expect(asked).toEqual(['index.json', `lists/${blocks}`])
    expect(agreement.comparison.second?.problem).toBe(`${name} is missing, or has another digest`)
    expect(notes).toHaveLength(1)
  })

  test('error: the server of the feed is no second one', async () => {
    const { server, asked } = secondServer(feedFiles(), 'first.example:18089')
    const { compare, agreement } = scene({ theirs: server })
    expect(await compare(0)).toBe(false)
    expect(asked).toEqual([])
    expect(agreement.comparison.second?.problem).toBe('it is the server of the scan feed itself')
  })
})

describe('a release', () => {
  test('confirms complete chunks, and needs no second server for them', async () => {
    const { server, asked } = secondServer(feedFiles())
    const { compare, agreement } = scene({ theirs: server, release: releaseOf(2) })
    expect(await compare(0)).toBe(true)
    expect(await compare(512)).toBe(true)
    expect(asked).toEqual([])
    expect(agreement.comparison).toEqual({ releaseTo: 1024n })
    expect(await compare(1024)).toBe(true)
    expect(agreement.comparison).toEqual({
      releaseTo: 1024n,
      second: { name: server.name, sameTo: 1536n },
    })
  })

  test('has no digests of scan chunks', async () => {
    const { compare, agreement } = scene({ release: releaseOf(4) })
    expect(await compare(0, 'scan')).toBe(false)
    expect(agreement.comparison).toEqual({})
  })

  test('may begin above the feed', async () => {
    const { compare } = scene({ release: releaseOf(1, 'honest', 1024) })
    expect([await compare(512), await compare(1024), await compare(1536)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('error: another digest than that of the release is evidence, whatever a second server has', async () => {
    const { server, asked } = secondServer(feedFiles())
    const { compare } = scene({ theirs: server, release: releaseOf(2, 'release') })
    await expect(compare(512)).rejects.toThrow(
      new FeedDisagreement(
        `the complete chunk from block 512: first.example:18089 has ${chunkAt(512).complete.digest} ` +
          `of 1000 bytes, this release has ${chunkAt(512, 'release').complete.digest}`,
      ),
    )
    expect(asked).toEqual([])
  })

  test('error: digests that cannot be loaded confirm nothing, and are noted', async () => {
    const { compare, notes } = scene({ release: new Error('another file') })
    expect([await compare(0), await compare(512)]).toEqual([false, false])
    expect(notes).toEqual(['the digests of this release are not compared: another file'])
  })
})

test('without another source nothing is confirmed', async () => {
  const { compare, agreement, notes } = scene()
  expect(await compare(0)).toBe(false)
  expect([agreement.comparison, notes]).toEqual([{}, []])
})
