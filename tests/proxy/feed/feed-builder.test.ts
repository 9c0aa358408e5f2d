import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { chunkIds } from '#protocol/feed/build.ts'
import { readChunk } from '#protocol/feed/chunk.ts'
import { InvalidFeed, readIndex } from '#protocol/feed/feed-index.ts'
import { placeOf, readMembers } from '#protocol/feed/member-file.ts'
import { FeedBuilder, type FeedEvent } from '../../../proxy/feed/feed-builder.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { FeedError } from '../../../proxy/feed/whole-blocks.ts'
import { UpstreamUnavailable, type UpstreamRequest } from '../../../proxy/upstream/node.ts'
import { feedNode, type FeedNode } from '../../support/feed/feed-node.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const size = 4
const depth = 2

/** A builder that is started again opens a new one with the same files. */
async function builderOf(upstream: FeedNode, files = memoryFiles(), first = 0, pinnedHeight = 0n) {
  const feed = await StoredFeed.open(files, { network: 'fakechain', blocks: size, first })
  const events: FeedEvent[] = []
  const { source, keccak, keccakParts, clearCommitment } = upstream
  const builder = new FeedBuilder({
    source,
    feed,
    checks: { pinnedHeight, require: async () => {} },
    keccak,
    keccakParts,
    clearCommitment,
    depth,
    report: (event) => events.push(event),
  })
  return { files, feed, builder, events }
}

/** Ids of the blocks in the feed, in hex. */
async function idsIn(feed: StoredFeed): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < feed.count; at++)
    ids.push(...chunkIds(readChunk((await feed.read(at, 'complete'))!)).map(bytesToHex))
  return ids
}

const idsOf = (upstream: FeedNode, from: number, to: number) =>
  Promise.all(
    Array.from({ length: to - from }, async (_, at) => {
      const { block_header } = await upstream.call('get_block_header_by_height', {
        height: from + at,
      })
      return block_header.hash as string
    }),
  )

const bytesIn = ({ kept }: ReturnType<typeof memoryFiles>) =>
  [...kept].map(([name, bytes]) => `${name} ${bytesToHex(bytes)}`).sort()

const linesOf = (events: readonly FeedEvent[]) =>
  events.map(({ name, from, to }) => `${name} ${from} ${to}`)

describe('a feed that follows a node', () => {
  test('has its blocks as soon as they are deep enough', async () => {
    const upstream = await feedNode(size + depth - 1)
    const { feed, builder, events } = await builderOf(upstream)
    expect(await builder.catchUp()).toBe(BigInt(size + depth - 1))
    expect(feed.count).toBe(0)
    await upstream.mine(1)
    await builder.catchUp()
    expect(feed.count).toBe(1)
    await upstream.mine(2 * size)
    await builder.catchUp()
    expect(await idsIn(feed)).toEqual(await idsOf(upstream, 0, 3 * size))
    expect(linesOf(events)).toEqual(['chunk 0 4', 'chunk 4 8', 'chunk 8 12'])
  })

  test('adds no more chunks than it may, and continues after them', async () => {
    const upstream = await feedNode(5 * size + depth)
    const { feed, builder, files } = await builderOf(upstream)
    expect(await builder.catchUp(2)).toBe(22n)
    expect([feed.count, builder.isCompleteAt(22n)]).toEqual([2, false])
    await builder.catchUp(2)
    await builder.catchUp(2)
    expect([feed.count, builder.isCompleteAt(22n)]).toEqual([5, true])
    const whole = await builderOf(upstream)
    await whole.builder.catchUp()
    expect(bytesIn(files)).toEqual(bytesIn(whole.files))
    await upstream.reorganise(3 * size)
    await builder.catchUp(1)
    expect(feed.count).toBe(3)
  })

  test('begins at a height, with the same files as a feed from the beginning', async () => {
    const upstream = await feedNode(4 * size + depth)
    const whole = await builderOf(upstream)
    await whole.builder.catchUp()
    const later = await builderOf(upstream, memoryFiles(), 2 * size)
    await later.builder.catchUp()
    expect(later.feed.heightOf(0)).toBe(8)
    expect(await later.feed.read(1, 'complete')).toEqual(await whole.feed.read(3, 'complete'))
    expect(await later.feed.read(0, 'scan')).toEqual(await whole.feed.read(2, 'scan'))
  })

  test('replaces the chunks of a deep reorganisation', async () => {
    const upstream = await feedNode(4 * size + depth)
    const { feed, builder, events, files } = await builderOf(upstream)
    await builder.catchUp()
    await upstream.reorganise(2 * size)
    await builder.catchUp()
    expect(linesOf(events).slice(4)).toEqual(['removed 8 16', 'chunk 8 12', 'chunk 12 16'])
    expect(await idsIn(feed)).toEqual(await idsOf(upstream, 0, 4 * size))
    const other = await builderOf(upstream)
    await other.builder.catchUp()
    expect(bytesIn(files)).toEqual(bytesIn(other.files))
  })

  test('notices after a restart that blocks were replaced', async () => {
    const upstream = await feedNode(2 * size + depth)
    const { files, builder } = await builderOf(upstream)
    await builder.catchUp()
    await upstream.reorganise(depth + 1)
    const again = await builderOf(upstream, files)
    await again.builder.catchUp()
    expect(linesOf(again.events)).toEqual(['removed 4 8', 'chunk 4 8'])
  })

  test('makes damaged files again, byte by byte', async () => {
    const upstream = await feedNode(3 * size + depth)
    const { files, builder, feed, events } = await builderOf(upstream)
    await builder.catchUp()
    const before = bytesIn(files)
    for (const name of [...files.kept.keys()].filter((each) => each !== 'index.json'))
      files.flip(name)
    for (const at of [2, 1, 0]) await builder.restore(at)
    expect(bytesIn(files)).toEqual(before)
    // The last one needed those before it.
    expect(linesOf(events).slice(3)).toEqual([
      'restored 0 4',
      'restored 4 8',
      'restored 8 12',
      'restored 4 8',
      'restored 0 4',
    ])
    expect(await feed.read(0, 'scan')).toBeDefined()
  })

  test('continues after a restart on a damaged last chunk', async () => {
    const upstream = await feedNode(2 * size + depth)
    const { files, feed, builder } = await builderOf(upstream)
    await builder.catchUp()
    files.flip(`complete/4-${feed.filesOf(1)!.complete.digest}`)
    await upstream.mine(size)
    const again = await builderOf(upstream, files)
    await again.builder.catchUp()
    expect(linesOf(again.events)).toEqual(['restored 4 8', 'chunk 8 12'])
  })

  test('has the same files wherever it was killed', async () => {
    const upstream = await feedNode(3 * size + depth)
    const whole = await builderOf(upstream)
    await whole.builder.catchUp()
    for (let changes = 0; changes < 12; changes++) {
      const files = memoryFiles()
      files.killAfter(changes)
      const first = await builderOf(upstream, files)
      await expect(first.builder.catchUp()).rejects.toThrow('killed')
      files.killAfter(Infinity)
      const { builder } = await builderOf(upstream, files)
      await builder.catchUp()
      expect(bytesIn(files)).toEqual(bytesIn(whole.files))
    }
  })
})

/** Makes the feed one that was begun without ring members. */
async function forgetMembers({ files }: Awaited<ReturnType<typeof builderOf>>) {
  const { members: _, ...index } = JSON.parse(files.text('index.json')) as { members: unknown }
  await files.write('index.json', new TextEncoder().encode(`${JSON.stringify(index)}\n`))
  for (const name of [...files.kept.keys()].filter((each) => each.startsWith('members/')))
    await files.remove(name)
}

describe('ring members', () => {
  test('are the outputs of each chunk, as the node has them', async () => {
    const upstream = await feedNode(3 * size + depth)
    const { feed, builder } = await builderOf(upstream)
    await builder.catchUp()
    const { files } = readIndex(feed.indexText).members!
    // The first block has none, each other one that of its miner.
    expect(files.map(({ first, outputs }) => [first, outputs])).toEqual([
      [0, 3],
      [3, 4],
      [7, 4],
    ])
    const found = await Promise.all(
      files.map(async (file, at) => {
        const { offset, length } = placeOf(file, 0)
        const bytes = (await feed.read(at, 'members'))!
        return readMembers(file, 0, bytes.subarray(offset, offset + length)).outputs
      }),
    )
    const answer = await upstream.post('/get_outs', {
      outputs: Array.from({ length: 11 }, (_, index) => ({ amount: 0, index })),
    })
    type Out = { key: string; mask: string; height: bigint }
    const { outs } = answer.json() as { outs: Out[] }
    const shown = found
      .flat()
      .map(({ key, commitment, unlockTime }) => [
        bytesToHex(key),
        bytesToHex(commitment),
        unlockTime,
      ])
    expect(shown).toEqual(outs.map(({ key, mask, height }) => [key, mask, height + 60n]))
  })

  test('are added to a feed that was begun without them, after the chunks that are due', async () => {
    const upstream = await feedNode(3 * size + depth)
    const whole = await builderOf(upstream)
    await whole.builder.catchUp()
    const before = await builderOf(upstream, memoryFiles())
    await before.builder.catchUp()
    await forgetMembers(before)
    await upstream.mine(size)
    const { builder, events, files } = await builderOf(upstream, before.files)
    expect(builder.isCompleteAt(14n)).toBe(false)
    await builder.catchUp()
    expect(linesOf(events)).toEqual([
      'chunk 12 16',
      'members 0 4',
      'members 4 8',
      'members 8 12',
      'members 12 16',
    ])
    expect(events[0]).toMatchObject({ memberBytes: 0 })
    await whole.builder.catchUp()
    expect(bytesIn(files)).toEqual(bytesIn(whole.files))
  })

  test('are added a few at a time, and while new chunks come', async () => {
    const upstream = await feedNode(3 * size + depth)
    const before = await builderOf(upstream)
    await before.builder.catchUp()
    await forgetMembers(before)
    const { builder, events, feed } = await builderOf(upstream, before.files)
    await builder.catchUp(1)
    expect([linesOf(events), feed.memberCount]).toEqual([['members 0 4'], 1])
    let blocks = 0
    upstream.onRequest(({ path }) => void (blocks += path.endsWith('.bin') ? 1 : 0))
    const adding = builder.catchUp()
    await upstream.mine(size)
    await adding
    expect(linesOf(events).filter((line) => line.startsWith('chunk'))).toEqual(['chunk 12 16'])
    expect(feed.memberCount).toBe(feed.count)
    expect(blocks).toBeGreaterThan(2)
  })

  test('have the same files wherever the upgrade was killed', async () => {
    const upstream = await feedNode(3 * size + depth)
    const whole = await builderOf(upstream)
    await whole.builder.catchUp()
    for (let changes = 0; changes < 6; changes++) {
      const first = await builderOf(upstream)
      await first.builder.catchUp()
      await forgetMembers(first)
      const again = await builderOf(upstream, first.files)
      again.files.killAfter(changes)
      await expect(again.builder.catchUp()).rejects.toThrow('killed')
      again.files.killAfter(Infinity)
      const { builder, files } = await builderOf(upstream, first.files)
      await builder.catchUp()
      expect(bytesIn(files)).toEqual(bytesIn(whole.files))
    }
  })

  test('are made again when they are damaged', async () => {
    const upstream = await feedNode(2 * size + depth)
    const { files, builder, feed } = await builderOf(upstream)
    await builder.catchUp()
    const before = bytesIn(files)
    files.flip(`members/4-${readIndex(feed.indexText).members!.files[1]!.digest}`)
    await builder.restore(1)
    expect(bytesIn(files)).toEqual(before)
  })

  test('error: of other blocks than the stored ones are not added', async () => {
    const upstream = await feedNode(2 * size + depth)
    const before = await builderOf(upstream)
    await before.builder.catchUp()
    await forgetMembers(before)
    const other = await feedNode(2 * size + depth)
    // Its ids are those of the feed, its blocks are not.
    const source = Object.assign(Object.create(other.source) as typeof other.source, {
      height: () => upstream.source.height(),
      idAt: (height: bigint) => upstream.source.idAt(height),
      pieces: other.source.pieces.bind(other.source),
    })
    const { builder, feed } = await builderOf({ ...upstream, source }, before.files)
    await expect(builder.catchUp()).rejects.toThrow(
      new InvalidFeed('blocks from 0 are not those of the stored feed'),
    )
    expect([feed.count, feed.memberCount]).toEqual([2, 0])
  })
})

describe('error: before the first chunk', () => {
  test('a wrong start is not kept: the next attempt asks the node again', async () => {
    const upstream = await feedNode(3 * size + depth)
    const { feed, builder } = await builderOf(upstream, memoryFiles(), size)
    let answer = (_: UpstreamRequest) => {}
    upstream.onRequest((request) => answer(request))
    // The block below the first one is replaced between its id and the blocks above.
    let asked = 0
    answer = ({ path }) => {
      if (path.endsWith('.bin') && asked++ === 1) throw new UpstreamUnavailable('lost')
    }
    await expect(builder.catchUp()).rejects.toThrow(UpstreamUnavailable)
    answer = () => {}
    await upstream.reorganise(2 * size + depth + 1)
    await builder.catchUp()
    expect(await idsIn(feed)).toEqual(await idsOf(upstream, size, 3 * size))
  })
})

describe('error: a feed keeps its chunks', () => {
  test('in front of a node of another chain', async () => {
    const { files, builder } = await builderOf(await feedNode(2 * size + depth))
    await builder.catchUp()
    const other = await builderOf(await feedNode(2 * size + depth), files)
    await expect(other.builder.catchUp()).rejects.toThrow(
      new FeedError('the node has another chain than the stored feed'),
    )
    expect(other.feed.count).toBe(2)
  })

  test('in front of a node that is behind', async () => {
    const { files, builder } = await builderOf(await feedNode(2 * size + depth))
    await builder.catchUp()
    const behind = await builderOf(await feedNode(size), files)
    await expect(behind.builder.catchUp()).rejects.toThrow(
      new FeedError('expected a node with 8 blocks, got 4'),
    )
    expect(behind.feed.count).toBe(2)
  })

  test('that the program knows to be right', async () => {
    const upstream = await feedNode(3 * size + depth)
    const { files, builder } = await builderOf(upstream)
    await builder.catchUp()
    await upstream.reorganise(size + depth)
    const again = await builderOf(upstream, files, 0, BigInt(3 * size))
    await expect(again.builder.catchUp()).rejects.toThrow(FeedError)
    expect(again.feed.count).toBe(3)
  })

  test('when a damaged file cannot be made again', async () => {
    const upstream = await feedNode(2 * size + depth)
    const { builder } = await builderOf(upstream)
    await builder.catchUp()
    await upstream.reorganise(depth + 1)
    await expect(builder.restore(1)).rejects.toThrow(
      new InvalidFeed('blocks from 4 are not those of the stored feed'),
    )
  })

  test('and adds none whose blocks are refused', async () => {
    const upstream = await feedNode(size + depth)
    const { feed } = await builderOf(upstream)
    const { source, keccak, keccakParts, clearCommitment } = upstream
    const require = () => Promise.reject(new FeedError('block 1 has no proof of work'))
    const builder = new FeedBuilder({
      source,
      feed,
      checks: { pinnedHeight: 0n, require },
      keccak,
      keccakParts,
      clearCommitment,
      depth,
      report: () => {},
    })
    await expect(builder.catchUp()).rejects.toThrow('block 1 has no proof of work')
    expect(feed.count).toBe(0)
  })
})
