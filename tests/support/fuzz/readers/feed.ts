/**
 * Files of the scan feed.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { ChainError } from '#protocol/chain/reader.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import { placeOf, readMembers, writeMemberFile } from '#protocol/feed/member-file.ts'
import { readGroup, writeGroup, type GroupOutput } from '#protocol/feed/member-group.ts'
import type { Draw } from '../draw.ts'
import { HostileWriter } from '../hostile-writer.ts'
import { altered } from '../inputs/mixed.ts'
import { attempt, requireSame, type FuzzedReader } from '../reader.ts'

function drawGroup(draw: Draw): Uint8Array {
  const count = 1 + draw.below(draw.oneIn(8) ? 128 : 6)
  const writer = new HostileWriter(draw).byte(count).keys(2 * count)
  let before = -1n
  for (let left = count; left > 0;) {
    const run = 1 + draw.below(left)
    // Neighbouring runs differ.
    const lock = before === 0n || draw.oneIn(4) ? draw.u64() : 0n
    writer.varint(run).varint(lock === before && !draw.lies() ? lock + 1n : lock)
    before = lock
    left -= run
  }
  return concatBytes(writer.bytes(), new Uint8Array(draw.below(4)))
}

function ringGroup(bytes: Uint8Array): boolean {
  const outputs = attempt(() => readGroup(bytes), ChainError)
  if (!outputs) return false
  const written = writeGroup(outputs)
  requireSame('a group', written, bytes.subarray(0, written.length))
  requireSame('what follows', bytes.subarray(written.length), bytes.slice(written.length).fill(0))
  requireInFile(outputs, bytes)
  return true
}

/** The group as a part of a file: only its own bytes lead to the root. */
function requireInFile(outputs: readonly GroupOutput[], bytes: Uint8Array) {
  const { bytes: all, ...made } = writeMemberFile(0, outputs)
  const file = { ...made, digest: '', bytes: all.length }
  const { offset, length } = placeOf(file, 0)
  readMembers(file, 0, all.subarray(offset, offset + length))
  const other = attempt(() => readMembers(file, 0, bytes), InvalidFeed, ChainError)
  if (other && bytes.length !== length) throw new Error('a group of another length is accepted')
}

export const feedReaders: readonly FuzzedReader[] = [
  {
    name: 'ring-group',
    reads: 'ring members of the scan feed: `readGroup`, `readMembers`',
    from: 'daemon',
    inputs: 'groups of any size, runs of locks that are too long, equal or missing; then mutated',
    holds: 'a group is written as it was read; one that does not lead to the root is refused',
    share: 20,
    input: altered(drawGroup),
    read: ringGroup,
  },
]
