/**
 * The ring members of a made-up chain, as a feed and a light node have them.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import {
  chunkName,
  chunksPerList,
  indexName,
  indexText,
  listName,
  listText,
  type MemberFile,
} from '#protocol/feed/feed-index.ts'
import { writeMemberFile } from '#protocol/feed/member-file.ts'
import { groupOf, writeGroup, type GroupOutput } from '#protocol/feed/member-group.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import { groupOutput } from './group-outputs.ts'

type MadeFeed = {
  /** RingCT outputs of each block. */
  blocks: readonly number[]
  /** Blocks of a chunk. */
  size: number
  /** Chunks that have a file. */
  settled: number
  /** Height of the first block of the feed. */
  first?: number
  outputAt?: (index: number) => GroupOutput
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const encode = (text: string) => new TextEncoder().encode(text)

export function memberFeed({ blocks, size, settled, first = 0, outputAt = groupOutput }: MadeFeed) {
  let sum = 0
  const counts = Float64Array.from(blocks, (outputs) => (sum += outputs))
  const rangeOf = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => outputAt(from + at))
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const entries: MemberFile[] = []
  for (let at = 0; at < settled; at++) {
    const height = first + at * size
    const from = counts[height - 1] ?? 0
    const { bytes, ...entry } = writeMemberFile(from, rangeOf(from, counts[height + size - 1]!))
    const file = { digest: digestOf(bytes), bytes: bytes.length, ...entry }
    files.set(chunkName('members', height, file), bytes)
    entries.push(file)
  }
  const lists: string[] = []
  for (let at = 0; at + chunksPerList <= settled; at += chunksPerList) {
    const bytes = encode(listText(entries.slice(at, at + chunksPerList)))
    lists.push(digestOf(bytes))
    files.set(listName(first + at * size, digestOf(bytes)), bytes)
  }
  const none = { digest: '00'.repeat(32), bytes: 0 }
  const chunks = entries.map(() => ({ complete: none, scan: none }))
  const index = { network: 'fakechain', blocks: size, first, chunks } as const
  const members = { lists, files: entries.slice(lists.length * chunksPerList) }
  files.set(indexName, encode(indexText(index, [], members)))
  /** Names of requests, with `fresh` for those that are not from a cache. */
  const asked: string[] = []
  const made = {
    counts,
    height: blocks.length,
    files,
    entries,
    asked,
    /** Changes an answer. */
    lie: (_name: string, bytes: Uint8Array<ArrayBuffer> | undefined, _isFresh: boolean) => bytes,
    /** The groups of a light node; undefined on a static host. */
    newGroup: (group: number): Uint8Array<ArrayBuffer> | undefined => {
      const end = Math.min(sum, (group + 1) * 128)
      return group * 128 < end ? new Uint8Array(writeGroup(rangeOf(group * 128, end))) : undefined
    },
    feedFile: (async (name, isFresh, part) => {
      const { offset = 0, length } = part ?? {}
      const place = part ? `[${offset}+${length}]` : ''
      asked.push(`${name.replace(/-[0-9a-f]{64}$/, '')}${place}${isFresh ? ' fresh' : ''}`)
      const [, group] = /^groups\/(\d+)$/.exec(name) ?? []
      const whole = group === undefined ? files.get(name) : made.newGroup(Number(group))
      const bytes = whole && (part ? whole.slice(offset, offset + length!) : whole.slice())
      return made.lie(name, bytes, isFresh)
    }) as NonNullable<Daemon['feedFile']>,
  }
  return made
}

/** What a request names, without its place in a file. */
export const namesOf = (asked: readonly string[]): string[] =>
  asked.map((each) => each.replace(/\[.*\]/, ''))

/** The groups of some outputs, newest first. */
export const groupsOf = (indices: readonly number[]): number[] =>
  [...new Set(indices.map(groupOf))].sort((a, b) => b - a)
