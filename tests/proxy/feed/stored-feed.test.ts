import { describe, expect, test } from 'vitest'
import { chunksPerList, InvalidFeed, readIndex } from '#protocol/feed/feed-index.ts'
import { writeMemberFile } from '#protocol/feed/member-file.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { groupOutputs } from '../../support/feed/group-outputs.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const beginning = { network: 'stagenet', blocks: 4, first: 8 } as const

const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
const chunk = (n: number) => ({ complete: bytes(`complete ${n}`), scan: bytes(`scan ${n}`) })
/** Four outputs for each chunk. */
const membersOf = (n: number) => writeMemberFile(4 * n, groupOutputs(4 * n, 4))

async function feedOf(count: number) {
  const files = memoryFiles()
  const feed = await StoredFeed.open(files, beginning)
  for (let n = 0; n < count; n++) await feed.add(chunk(n))
  return { files, feed }
}

describe('a stored feed', () => {
  test('is opened again as it was', async () => {
    const { files, feed } = await feedOf(3)
    const again = await StoredFeed.open(files, { ...beginning, first: 0 })
    expect(again.count).toBe(3)
    expect([0, 1, 2, 3].map((at) => again.heightOf(at))).toEqual([8, 12, 16, 20])
    expect(again.indexText).toBe(feed.indexText)
    expect(files.text('index.json')).toBe(feed.indexText)
    expect(await again.read(1, 'scan')).toEqual(bytes('scan 1'))
  })

  test('writes the index after the files of a chunk', async () => {
    const { files, feed } = await feedOf(1)
    const { complete, scan } = feed.filesOf(0)!
    expect(files.changes).toEqual([
      `write complete/8-${complete.digest}`,
      `write scan/8-${scan.digest}`,
      'write index.json',
    ])
  })

  test('finds the files it has by their names, and no others', async () => {
    const { feed } = await feedOf(2)
    const { complete, scan } = feed.filesOf(1)!
    expect(feed.find(`complete/12-${complete.digest}`)).toEqual({ at: 1, kind: 'complete' })
    expect(feed.find(`scan/12-${scan.digest}`)).toEqual({ at: 1, kind: 'scan' })
    for (const name of [
      `scan/12-${complete.digest}`,
      `complete/8-${complete.digest}`,
      `complete/13-${complete.digest}`,
      `complete/012-${complete.digest}`,
      `complete/12-${complete.digest}/`,
      `../complete/12-${complete.digest}`,
      `lists/8-${complete.digest}`,
      'index.json',
      '',
    ])
      expect(feed.find(name)).toBeUndefined()
  })

  test('has a list of each 256 chunks', async () => {
    const { files, feed } = await feedOf(chunksPerList + 2)
    const { lists, chunks } = readIndex(feed.indexText)
    expect(chunks).toHaveLength(2)
    const name = `lists/8-${lists[0]}`
    expect(feed.find(name)).toBe('list')
    expect(await feed.readList(name)).toEqual(files.kept.get(name))
    const again = await StoredFeed.open(files, beginning)
    expect(again.count).toBe(chunksPerList + 2)
    expect(again.indexText).toBe(feed.indexText)

    await again.cut(chunksPerList - 1)
    expect(readIndex(again.indexText).lists).toEqual([])
    expect(again.find(name)).toBeUndefined()
    expect((await StoredFeed.open(files, beginning)).count).toBe(chunksPerList - 1)
    files.flip(name)
    for (let n = chunksPerList - 1; n < chunksPerList; n++) await again.add(chunk(n))
    expect((await StoredFeed.open(files, beginning)).count).toBe(chunksPerList)
    files.flip(name)
    await expect(StoredFeed.open(files, beginning)).rejects.toThrow(
      new InvalidFeed(`${name} is missing or was changed`),
    )
  })

  test('loses chunks at its end with their files', async () => {
    const { files, feed } = await feedOf(3)
    const { complete } = feed.filesOf(1)!
    await feed.cut(1)
    expect(feed.count).toBe(1)
    expect(feed.find(`complete/12-${complete.digest}`)).toBeUndefined()
    expect([...files.kept.keys()].map((name) => name.split('-')[0])).toEqual([
      'complete/8',
      'scan/8',
      'index.json',
    ])
  })

  test('does not give a changed or missing file, and takes it back', async () => {
    const { files, feed } = await feedOf(2)
    const { complete } = feed.filesOf(0)!
    files.flip(`complete/8-${complete.digest}`, 0)
    expect(await feed.read(0, 'complete')).toBeUndefined()
    await expect(feed.restore(0, chunk(1), membersOf(1))).rejects.toThrow(
      new InvalidFeed('blocks from 8 are not those of the stored feed'),
    )
    await feed.restore(0, chunk(0), membersOf(0))
    expect(feed.memberCount).toBe(0)
    expect(await feed.read(0, 'complete')).toEqual(bytes('complete 0'))
    files.kept.delete(`complete/8-${complete.digest}`)
    expect(await feed.read(0, 'complete')).toBeUndefined()
  })

  test('is whole after it was killed at any write', async () => {
    for (let changes = 0; changes < 12; changes++) {
      const { files, feed } = await feedOf(2)
      files.killAfter(changes)
      const work = async () => {
        await feed.add(chunk(2))
        await feed.cut(1)
        await feed.add(chunk(3))
      }
      await work().catch(() => undefined)
      const again = await StoredFeed.open(files, beginning)
      expect(again.count).toBeGreaterThan(0)
      for (let at = 0; at < again.count; at++) {
        expect(await again.read(at, 'complete')).toBeDefined()
        expect(await again.read(at, 'scan')).toBeDefined()
      }
    }
  })

  test('error: the feed of another network, or with other chunks', async () => {
    const { files } = await feedOf(1)
    await expect(StoredFeed.open(files, { ...beginning, network: 'mainnet' })).rejects.toThrow(
      new InvalidFeed('expected a feed of mainnet, got one of stagenet'),
    )
    await expect(StoredFeed.open(files, { ...beginning, blocks: 8 })).rejects.toThrow(
      new InvalidFeed('expected chunks of 8 blocks, got 4'),
    )
  })
})

describe('the ring members of a stored feed', () => {
  async function withMembers(count: number) {
    const files = memoryFiles()
    const feed = await StoredFeed.open(files, beginning)
    for (let n = 0; n < count; n++) await feed.add(chunk(n), membersOf(n))
    return { files, feed }
  }
  const memberName = (feed: StoredFeed, at: number) => {
    const { members } = readIndex(feed.indexText)
    return `members/${feed.heightOf(at)}-${members!.files[at]!.digest}`
  }

  test('are written with a chunk, and found by their names', async () => {
    const { files, feed } = await withMembers(2)
    const name = memberName(feed, 1)
    expect(files.changes.slice(-2)).toEqual([`write ${name}`, 'write index.json'])
    expect(feed.find(name)).toEqual({ at: 1, kind: 'members' })
    expect(feed.find(name.replace('12-', '8-'))).toBeUndefined()
    expect(await feed.read(1, 'members')).toEqual(membersOf(1).bytes)
    const { root } = membersOf(1)
    expect(readIndex(feed.indexText).members).toMatchObject({
      lists: [],
      files: [
        { first: 0, outputs: 4 },
        { root, first: 4, outputs: 4, bytes: 259 },
      ],
    })
  })

  test('are added to a feed that was begun without them', async () => {
    const { files, feed } = await feedOf(chunksPerList + 2)
    expect(readIndex(feed.indexText).members).toBeUndefined()
    const again = await StoredFeed.open(files, beginning)
    expect([again.count, again.memberCount]).toEqual([chunksPerList + 2, 0])
    for (let n = 0; n <= chunksPerList; n++) await again.addMembers(membersOf(n))
    const { lists, members } = readIndex(again.indexText)
    expect([members!.lists, members!.files]).toMatchObject([[{}], [{ first: 1024 }]])
    expect(members!.lists).not.toEqual(lists)
    const list = `lists/8-${members!.lists[0]}`
    expect([again.find(list), again.find(`lists/8-${lists[0]}`)]).toEqual(['list', 'list'])
    const opened = await StoredFeed.open(files, beginning)
    expect([opened.memberCount, opened.indexText]).toEqual([chunksPerList + 1, again.indexText])
    files.flip(list)
    expect(await opened.readList(list)).toBeUndefined()
    await opened.restoreList(list)
    expect(await opened.readList(list)).toBeDefined()
  })

  test('are removed with their chunks, and made again with them', async () => {
    const { files, feed } = await withMembers(3)
    const [first, second] = [memberName(feed, 0), memberName(feed, 1)]
    files.flip(first)
    expect(await feed.read(0, 'members')).toBeUndefined()
    await expect(feed.restore(0, chunk(0), membersOf(1))).rejects.toThrow(
      new InvalidFeed('blocks from 8 are not those of the stored feed'),
    )
    await feed.restore(0, chunk(0), membersOf(0))
    expect(await feed.read(0, 'members')).toEqual(membersOf(0).bytes)
    await feed.cut(1)
    expect([feed.count, feed.memberCount]).toEqual([1, 1])
    expect(feed.find(second)).toBeUndefined()
    expect([...files.kept.keys()].filter((name) => name.startsWith('members/'))).toEqual([first])
  })

  test('error: more of them than chunks', async () => {
    const { files, feed } = await withMembers(2)
    const index = JSON.parse(feed.indexText) as { chunks: unknown[] }
    index.chunks.pop()
    await files.write('index.json', bytes(JSON.stringify(index)))
    await expect(StoredFeed.open(files, beginning)).rejects.toThrow(
      new InvalidFeed('expected 1 member files at most, got 2'),
    )
  })
})
