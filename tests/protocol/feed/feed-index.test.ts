import { describe, expect, test } from 'vitest'
import {
  chunkName,
  chunksPerList,
  heightOf,
  indexText,
  InvalidFeed,
  listName,
  listText,
  partsOf,
  readIndex,
  readList,
  readMemberList,
  type FeedIndex,
  type MemberFile,
} from '#protocol/feed/feed-index.ts'

const file = (byte: string, bytes: number) => ({ digest: byte.repeat(32), bytes })
const chunk = { complete: file('ab', 1000), scan: file('cd', 500) }
const member: MemberFile = { ...file('ef', 8195), root: '12'.repeat(32), first: 640, outputs: 128 }
const index: FeedIndex = { network: 'mainnet', blocks: 512, first: 1024, chunks: [chunk, chunk] }

describe('the index of a feed', () => {
  test('names its chunks by height and digest', () => {
    expect(heightOf(index, 2)).toBe(2048)
    expect(chunkName('scan', 1536, chunk.scan)).toBe(`scan/1536-${'cd'.repeat(32)}`)
    expect(listName(0, 'ef')).toBe('lists/0-ef')
  })

  test('reads the parts of a name', () => {
    const digest = 'cd'.repeat(32)
    expect(partsOf(`scan/1536-${digest}`)).toEqual({ folder: 'scan', height: 1536, digest })
    expect(partsOf(`members/512-${digest}`)).toEqual({ folder: 'members', height: 512, digest })
    expect(partsOf(`lists/0-${digest}`)).toEqual({ folder: 'lists', height: 0, digest })
    for (const name of ['index.json', 'scan/0-ab', `scan/00-${digest}`, `other/0-${digest}`])
      expect(partsOf(name)).toBeUndefined()
  })

  test('is a line of JSON, and is read as it was written', () => {
    const text = indexText(index, [])
    expect(text).toBe(
      `{"format":1,"network":"mainnet","blocks":512,"first":1024,"lists":[],"chunks":[` +
        `{"complete":{"digest":"${'ab'.repeat(32)}","bytes":1000},"scan":{"digest":"${'cd'.repeat(32)}","bytes":500}},` +
        `{"complete":{"digest":"${'ab'.repeat(32)}","bytes":1000},"scan":{"digest":"${'cd'.repeat(32)}","bytes":500}}]}\n`,
    )
    expect(readIndex(text)).toEqual({ ...index, lists: [] })
  })

  test('leaves out the chunks of its lists', () => {
    const chunks = Array.from({ length: chunksPerList + 3 }, () => chunk)
    const lists = ['12'.repeat(32)]
    const read = readIndex(indexText({ ...index, chunks }, lists))
    expect(read).toEqual({ ...index, lists, chunks: chunks.slice(0, 3) })
    const list = chunks.slice(0, chunksPerList)
    expect(readList('lists/0-12', listText(list))).toEqual(list)
  })
})

describe('the member files of an index', () => {
  test('are left out where a feed has none', () => {
    expect(indexText(index, [])).not.toContain('members')
    expect(readIndex(indexText(index, [])).members).toBeUndefined()
  })

  test('are read as they were written', () => {
    const members = { lists: ['34'.repeat(32)], files: [member] }
    const text = indexText(index, [], members)
    expect(text).toContain(
      `"members":{"lists":["${'34'.repeat(32)}"],"files":[{"digest":"${'ef'.repeat(32)}","bytes":8195,` +
        `"root":"${'12'.repeat(32)}","first":640,"outputs":128}]}}\n`,
    )
    expect(readIndex(text)).toEqual({ ...index, lists: [], members })
    const list = Array.from({ length: chunksPerList }, () => member)
    expect(readMemberList('lists/0-34', listText(list))).toEqual(list)
  })

  test('error: an invalid digest or root, and a list that is not full', () => {
    for (const change of [{ root: '12' }, { digest: 'EF'.repeat(32) }]) {
      const files = [{ ...member, ...change }]
      expect(() => readIndex(indexText(index, [], { lists: [], files }))).toThrow(
        /^index.json: digest: expected 64 hex digits/,
      )
    }
    expect(() => readIndex(indexText(index, [], { lists: ['34'], files: [] }))).toThrow(InvalidFeed)
    expect(() => readMemberList('lists/0-34', listText([member]))).toThrow(
      new InvalidFeed('lists/0-34: expected 256 chunks, got 1'),
    )
  })
})

describe('error: an index that is not one', () => {
  const changed = (change: object) => {
    const value = JSON.parse(indexText(index, [])) as object
    return JSON.stringify({ ...value, ...change })
  }

  test.each([
    ['<html>', /^index.json: /],
    ['[]', /^index.json: params: expected object, got array of 0/],
    [changed({ format: 2 }), /^index.json: expected format 1, got 2/],
    [changed({ network: 'moon' }), /^index.json: network: expected mainnet/],
    [changed({ first: 3 }), /^index.json: first: expected a multiple of blocks, got 3/],
    [changed({ blocks: 0 }), /^index.json: first: /],
    [changed({ lists: ['AB'.repeat(32)] }), /^index.json: digest: expected 64 hex digits/],
    [changed({ chunks: [{ complete: chunk.complete }] }), /^index.json: chunks\[0\].scan: /],
    [
      changed({ chunks: [{ ...chunk, scan: file('zz', 1) }] }),
      /^index.json: digest: expected 64 hex digits/,
    ],
  ])('%j', (text, message) => {
    expect(() => readIndex(text)).toThrow(InvalidFeed)
    expect(() => readIndex(text)).toThrow(message)
  })

  test('a list of another length', () => {
    expect(() => readList('lists/0-12', listText([chunk]))).toThrow(
      new InvalidFeed('lists/0-12: expected 256 chunks, got 1'),
    )
  })
})
