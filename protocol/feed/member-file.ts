/**
 * Member files of the scan feed: the RingCT outputs of a chunk in aligned groups, each of which can be read and checked
 * without the others.
 *
 * Each group is followed by the hashes that lead from it to the root of a Merkle tree, which the index of the feed has.
 * `docs/scan-feed.md` has every byte.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { joinBytes } from '../bytes.ts'
import { InvalidFeed, type MemberFile } from './feed-index.ts'
import {
  groupOf,
  groupOutputs,
  longestGroup,
  readGroup,
  writeGroup,
  type GroupOutput,
} from './member-group.ts'

const hashLength = 32

/** Stands for a group that a tree has no more. */
const noHash = new Uint8Array(hashLength)

/** Consecutive outputs. `first`: global index of the first one. */
type OutputRange = { first: number; outputs: number }

/** A part of a file. */
export type FilePart = { offset: number; length: number }

/** A member file with what its entry in the index has beside digest and length. `root`: 32 bytes in hex. */
export type MadeMembers = { bytes: Uint8Array<ArrayBuffer>; root: string } & OutputRange

/** @param first - Global index of the first of these consecutive outputs. */
export function writeMemberFile(first: number, outputs: readonly GroupOutput[]): MadeMembers {
  const range = { first, outputs: outputs.length }
  const parts = groupsIn(range).map((group) => {
    const { from, to } = partOf(range, group)
    return writeGroup(outputs.slice(from - first, to - first))
  })
  const longest = Math.max(0, ...parts.map(({ length }) => length))
  const padded = parts.map((part) => {
    const group = new Uint8Array(longest)
    group.set(part)
    return group
  })
  const levels = treeOf(padded.map(leafHash))
  const slots = padded.flatMap((group, at) => [group, ...pathOf(levels, at)])
  const root = bytesToHex(levels.at(-1)![0]!)
  return { bytes: new Uint8Array(joinBytes(slots)), root, ...range }
}

/** Whether a file has outputs of a group. */
export const hasGroup = (file: OutputRange, group: number): boolean =>
  file.outputs > 0 && group >= groupOf(file.first) && group <= groupOf(lastOf(file))

/** Where the outputs of a group are in a file that has some. @throws InvalidFeed for a file of no such length. */
export function placeOf(file: MemberFile, group: number): FilePart {
  const length = slotLength(file)
  return { offset: (group - groupOf(file.first)) * length, length }
}

/**
 * Reads the outputs of a group from its part of a file.
 *
 * @param bytes - As {@link placeOf} says.
 * @returns Also the global index of the first of them.
 * @throws InvalidFeed for bytes that do not lead to the root of the file; ChainError.
 */
export function readMembers(
  file: MemberFile,
  group: number,
  bytes: Uint8Array,
): { first: number; outputs: GroupOutput[] } {
  const depth = depthOf(groupCount(file))
  const length = slotLength(file)
  const padded = bytes.subarray(0, length - depth * hashLength)
  let hash = leafHash(padded)
  for (let level = 0, at = group - groupOf(file.first); level < depth; level++, at >>= 1) {
    const from = padded.length + level * hashLength
    const other = bytes.subarray(from, from + hashLength)
    hash = at % 2 === 0 ? nodeHash(hash, other) : nodeHash(other, hash)
  }
  if (bytes.length !== length || bytesToHex(hash) !== file.root)
    throw new InvalidFeed(`group ${group} of ring members is another one than in the index`)
  const outputs = readGroup(padded)
  const { from, to } = partOf(file, group)
  if (outputs.length !== to - from)
    throw new InvalidFeed(`group ${group}: expected ${to - from} outputs, got ${outputs.length}`)
  return { first: from, outputs }
}

function slotLength(file: MemberFile): number {
  const groups = groupCount(file)
  const length = file.bytes / groups
  const group = length - depthOf(groups) * hashLength
  if (!Number.isInteger(length) || group < 1 || group > longestGroup)
    throw new InvalidFeed(`expected ${groups} groups of ring members in ${file.bytes} bytes`)
  return length
}

const lastOf = ({ first, outputs }: OutputRange): number => first + outputs - 1

/** Number of groups that a range has outputs of. */
const groupCount = (range: OutputRange): number =>
  range.outputs === 0 ? 0 : groupOf(lastOf(range)) - groupOf(range.first) + 1

const groupsIn = (range: OutputRange): number[] =>
  Array.from({ length: groupCount(range) }, (_, at) => groupOf(range.first) + at)

/** The outputs of a group that are in a range, from `from` up to `to`. */
const partOf = (range: OutputRange, group: number): { from: number; to: number } => ({
  from: Math.max(range.first, group * groupOutputs),
  to: Math.min(lastOf(range) + 1, (group + 1) * groupOutputs),
})

/** Levels of a tree above its leaves. */
const depthOf = (leaves: number): number => Math.ceil(Math.log2(Math.max(leaves, 1)))

/** Leaves and nodes begin with another byte, so that none can stand for the other, as in RFC 6962. */
const leafHash = (group: Uint8Array): Uint8Array => sha256(joinBytes([Uint8Array.of(0), group]))
const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joinBytes([Uint8Array.of(1), left, right]))

/** The levels of a tree from its leaves to its root. */
function treeOf(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const levels = [leaves.length === 0 ? [noHash] : [...leaves]]
  for (let level = levels[0]!; level.length > 1;) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => 2 * at)
    const nodes = pairs.map((at) => nodeHash(level[at]!, level[at + 1] ?? noHash))
    levels.push(nodes)
    level = nodes
  }
  return levels
}

/** The neighbours on the way from a leaf to the root. */
const pathOf = (levels: readonly Uint8Array[][], leaf: number): Uint8Array[] =>
  levels.slice(0, -1).map((level, height) => level[(leaf >> height) ^ 1] ?? noHash)
