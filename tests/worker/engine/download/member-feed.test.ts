import { beforeEach, describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import type { Daemon, FeedCache } from '../../../../worker/engine/base/ports.ts'
import { blockOf, MemberFeed } from '../../../../worker/engine/download/member-feed.ts'
import { groupOutput } from '../../../support/feed/group-outputs.ts'
import { memberFeed, namesOf } from '../../../support/feed/member-feed.ts'

/** Three outputs a block: 30 a chunk, of which groups of 128 need five or six. */
const blocks = Array.from({ length: 300 }, () => 3)

let made: ReturnType<typeof memberFeed>

beforeEach(() => {
  made = memberFeed({ blocks, size: 10, settled: 20 })
})

const daemonOf = ({ feedFile }: Pick<Daemon, 'feedFile'>) => ({ feedFile }) as Daemon

const opened = async (cache?: FeedCache) =>
  (await MemberFeed.open(daemonOf(made), 'fakechain', cache))!
const outputsOf = async (indices: readonly number[]) => (await opened()).outputs(indices, made)

describe('ring members of a daemon', () => {
  test('come from files, in groups', async () => {
    const outputs = (await outputsOf([130, 5]))!
    expect(outputs.size).toBe(256)
    for (const [index, output] of outputs) expect(output).toEqual(groupOutput(index))
    // Outputs 128 to 255 are in the blocks 42 to 85, the others below.
    const files = [0, 10, 20, 30, 40, 40, 50, 60, 70, 80].map((height) => `members/${height}`)
    const [index, ...rest] = namesOf(made.asked)
    expect([index, ...rest.sort()]).toEqual(['index.json', ...files])
  })

  test('that no file has come from the light node, and before those of files', async () => {
    // 600 outputs have files: group 4 ends above them. 900 outputs exist, which end group 7 early.
    const outputs = (await outputsOf([899, 512, 511]))!
    expect(outputs.get(899)).toEqual(groupOutput(899))
    expect(outputs.size).toBe(128 + 128 + 4)
    expect(namesOf(made.asked).slice(0, 3)).toEqual(['index.json', 'groups/7', 'groups/4'])
    expect(made.asked.filter((name) => name.startsWith('groups'))).toHaveLength(2)
  })

  test('are requested once for each group, in an order that the groups alone decide', async () => {
    const feed = await opened()
    await feed.outputs([130, 700, 3, 131, 5], made)
    const first = made.asked.slice()
    expect(await feed.outputs([255, 128, 767], made)).toBeDefined()
    expect(made.asked).toEqual(first)
    made.asked.length = 0
    await outputsOf([640, 64, 200])
    expect(made.asked).toEqual(first)
  })

  test('of a feed that leaves out blocks come from the light node below them', async () => {
    made = memberFeed({ blocks, size: 10, settled: 10, first: 100 })
    const outputs = (await outputsOf([0, 450]))!
    expect(outputs.get(0)).toEqual(groupOutput(0))
    expect(outputs.get(450)).toEqual(groupOutput(450))
    expect(namesOf(made.asked)).toContain('groups/0')
    expect(namesOf(made.asked)).toContain('members/120')
  })

  test('of chunks without outputs are not requested', async () => {
    // As before RingCT, and in the middle.
    const sparse = Array.from({ length: 300 }, (_, at) => (at < 40 || (at > 50 && at < 75) ? 0 : 5))
    made = memberFeed({ blocks: sparse, size: 10, settled: 20 })
    const outputs = (await outputsOf([0]))!
    expect(outputs.get(127)).toEqual(groupOutput(127))
    expect(namesOf(made.asked).slice(1)).toEqual(
      [40, 50, 70, 80].map((height) => `members/${height}`),
    )
  })

  test('are found by lists in a long chain, which the cache keeps', async () => {
    const long = Array.from({ length: 800 }, () => 3)
    made = memberFeed({ blocks: long, size: 2, settled: 300 })
    const kept: string[] = []
    const cache = { read: async () => undefined, keep: async (name: string) => kept.push(name) }
    const feed = await opened(cache as unknown as FeedCache)
    const outputs = (await feed.outputs([300, 1600], made))!
    expect(outputs.get(300)).toEqual(groupOutput(300))
    expect(outputs.get(1600)).toEqual(groupOutput(1600))
    expect(namesOf(made.asked).filter((name) => name.startsWith('lists'))).toEqual(['lists/0'])
    expect(kept).toHaveLength(1)
  })

  test('law: a block is found by its outputs', () => {
    const counts = Float64Array.of(0, 0, 3, 3, 4)
    expect([0, 2, 3, 4].map((index) => blockOf(counts, index))).toEqual([2, 2, 4, 5])
  })
})

test('a wallet of mainnet reads those of a private chain', async () => {
  expect(await MemberFeed.open(daemonOf(made), 'mainnet')).toBeDefined()
})

describe('error: ring members are not available', () => {
  test('where there is no feed, or one without them', async () => {
    expect(await MemberFeed.open({} as Daemon, 'fakechain')).toBeUndefined()
    made.lie = () => undefined
    expect(await MemberFeed.open(daemonOf(made), 'fakechain')).toBeUndefined()
    made.lie = (_, bytes) =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"members"', '"others"'))
    expect(await MemberFeed.open(daemonOf(made), 'fakechain')).toBeUndefined()
  })

  test('on a static host for new outputs, which a few requests show', async () => {
    made.newGroup = () => undefined
    expect(await outputsOf([899, 800, 700, 600, 500, 400, 300, 200, 100, 0])).toBeUndefined()
    expect(made.asked.some((name) => name.startsWith('members'))).toBe(true)
    expect(made.asked.length).toBeLessThan(30)
    expect(namesOf(made.asked).slice(1, 5)).toEqual([
      'groups/7',
      'groups/6',
      'groups/5',
      'groups/4',
    ])
  })

  test('if a file is missing', async () => {
    made.lie = (name, bytes) => (name.startsWith('members/40') ? undefined : bytes)
    expect(await outputsOf([130])).toBeUndefined()
    const asked = made.asked.filter((name) => name.startsWith('members/40'))
    expect(asked).toEqual([asked[0], `${asked[0]} fresh`])
  })
})

describe('error: false ring members', () => {
  test('are requested again, and not from a cache, before they are refused', async () => {
    made.lie = (name, bytes, isFresh) => {
      if (name.startsWith('members/40') && !isFresh) bytes![9]! ^= 1
      return bytes
    }
    expect((await outputsOf([130]))!.get(130)).toEqual(groupOutput(130))
    made.lie = (name, bytes) => {
      if (name.startsWith('members/40')) bytes![9]! ^= 1
      return bytes
    }
    await expect(outputsOf([130])).rejects.toThrow(
      new InvalidFeed('group 1 of ring members is another one than in the index'),
    )
  })

  test('that a cache has from before the newest blocks are requested again', async () => {
    const whole = made.newGroup(7)!
    const old = memberFeed({ blocks: blocks.slice(0, 299), size: 10, settled: 20 }).newGroup(7)!
    made.lie = (name, bytes, isFresh) => (name === 'groups/7' ? (isFresh ? whole : old) : bytes)
    expect((await outputsOf([899]))!.get(899)).toEqual(groupOutput(899))
    made.lie = (name, bytes) => (name === 'groups/7' ? old : bytes)
    await expect(outputsOf([899])).rejects.toThrow(
      new InvalidFeed('group 7: expected 4 outputs, got 1'),
    )
  })

  test('that are no group', async () => {
    made.lie = (name, bytes) =>
      name === 'groups/7' ? new TextEncoder().encode('<!doctype html>') : bytes
    await expect(outputsOf([899])).rejects.toThrow(ChainError)
  })

  test('of other blocks than the wallet counts', async () => {
    const other = memberFeed({ blocks: blocks.map(() => 4), size: 10, settled: 20 })
    made = { ...made, counts: other.counts }
    await expect(outputsOf([130])).rejects.toThrow(InvalidFeed)
  })

  test('of an index that lacks outputs between two files', async () => {
    const [file, next] = [made.entries[4]!, made.entries[5]!]
    const text = new TextDecoder().decode(made.files.get('index.json'))
    const lacking = text.replace(`"first":${next.first},`, `"first":${next.first + 1},`)
    made.files.set('index.json', new TextEncoder().encode(lacking))
    expect(file.first + file.outputs).toBe(next.first)
    await expect(outputsOf([130])).rejects.toThrow(InvalidFeed)
  })

  test('of another network', async () => {
    made.lie = (_, bytes) =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('fakechain', 'stagenet'))
    await expect(MemberFeed.open(daemonOf(made), 'mainnet')).rejects.toThrow(
      new InvalidFeed('expected a scan feed of mainnet, got one of stagenet'),
    )
    expect(await MemberFeed.open(daemonOf(made), 'stagenet')).toBeDefined()
  })
})
