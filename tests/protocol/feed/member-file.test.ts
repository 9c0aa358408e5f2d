import { createHash } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidFeed, type MemberFile } from '#protocol/feed/feed-index.ts'
import { hasGroup, placeOf, readMembers, writeMemberFile } from '#protocol/feed/member-file.ts'
import { groupOf, writeGroup } from '#protocol/feed/member-group.ts'
import { groupOutputs } from '../../support/feed/group-outputs.ts'
import { count, seed } from '../../support/random/case-counts.ts'

/** A file as the index has it. */
function fileOf(first: number, count: number, lockOf?: (index: number) => bigint) {
  const { bytes, ...entry } = writeMemberFile(first, groupOutputs(first, count, lockOf))
  const file: MemberFile = { ...entry, digest: '', bytes: bytes.length }
  const slot = (group: number) => {
    const { offset, length } = placeOf(file, group)
    return bytes.slice(offset, offset + length)
  }
  return { bytes, file, slot }
}

const groupsOf = ({ first, outputs }: MemberFile) => {
  const from = groupOf(first)
  return Array.from({ length: groupOf(first + outputs - 1) - from + 1 }, (_, at) => from + at)
}

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest()
const [leaf, node] = [Uint8Array.of(0), Uint8Array.of(1)]

describe('a member file', () => {
  test('has aligned groups, each followed by its way to the root', () => {
    // 28 outputs of group 0, group 1, and 44 of group 2, whose first one is locked.
    const { bytes, file } = fileOf(100, 200, (index) => (index === 256 ? 1_000_000n : 0n))
    const groups = [groupOutputs(100, 28), groupOutputs(128, 128), groupOutputs(256, 44)]
    groups[2]![0]!.unlockTime = 1_000_000n
    // 128 outputs need one byte more for the length of their run.
    const padded = groups.map((outputs) => {
      const group = new Uint8Array(1 + 128 * 64 + 3)
      group.set(writeGroup(outputs))
      return group
    })
    const [a, b, c] = padded.map((group) => sha256(leaf, group))
    const none = new Uint8Array(32)
    const [left, right] = [sha256(node, a!, b!), sha256(node, c!, none)]
    expect(file).toMatchObject({
      first: 100,
      outputs: 200,
      root: sha256(node, left, right).toString('hex'),
    })
    const expected = [padded[0]!, b!, right, padded[1]!, a!, right, padded[2]!, none, left]
    expect(bytesToHex(bytes)).toBe(Buffer.concat(expected).toString('hex'))
  })

  test('of one group has no path', () => {
    const { bytes, file } = fileOf(130, 5)
    const group = writeGroup(groupOutputs(130, 5))
    expect(bytes).toEqual(new Uint8Array(group))
    expect(file.root).toBe(sha256(leaf, group).toString('hex'))
  })

  test('of no output is empty', () => {
    const { bytes, file } = fileOf(0, 0)
    expect([bytes.length, file.root]).toEqual([0, '00'.repeat(32)])
    expect(hasGroup(file, 0)).toBe(false)
  })

  test('law: each group is read alone, in a file of any length', () => {
    const files = fc.record({
      first: fc.nat(1_000_000),
      outputs: fc.integer({ min: 1, max: 1500 }),
      every: fc.integer({ min: 1, max: 200 }),
    })
    fc.assert(
      fc.property(files, ({ first, outputs: length, every }) => {
        const lockOf = (index: number) => (index % every === 0 ? BigInt(index) : 0n)
        const { file, slot } = fileOf(first, length, lockOf)
        const read = groupsOf(file).map((group) => {
          expect(hasGroup(file, group)).toBe(true)
          return readMembers(file, group, slot(group))
        })
        expect(read.flatMap(({ outputs }) => outputs)).toEqual(groupOutputs(first, length, lockOf))
        for (const [at, { first: begin }] of read.entries())
          expect(begin).toBe(at === 0 ? first : 128 * (groupOf(first) + at))
        expect(hasGroup(file, groupOf(first) - 1)).toBe(false)
        expect(hasGroup(file, groupOf(first + length - 1) + 1)).toBe(false)
      }),
      { numRuns: count(8, 400), seed: seed() },
    )
  })

  test('law: error: any other bit is found', () => {
    const { file, slot } = fileOf(64, 700)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.nat(), fc.nat(7), (group, at, bit) => {
        const bytes = slot(group)
        bytes[at % bytes.length]! ^= 1 << bit
        expect(() => readMembers(file, group, bytes)).toThrow(
          new InvalidFeed(`group ${group} of ring members is another one than in the index`),
        )
      }),
      { numRuns: count(100, 2000), seed: seed() },
    )
  })

  test('error: a group in the place of another, of another file, or cut', () => {
    const { file, slot } = fileOf(0, 700)
    const other = fileOf(0, 700, () => 5n)
    for (const bytes of [slot(2), other.slot(1), slot(1).subarray(0, -1), new Uint8Array()])
      expect(() => readMembers(file, 1, bytes)).toThrow('is another one than in the index')
  })

  test('error: a length that its groups cannot have', () => {
    const { file } = fileOf(0, 700)
    for (const bytes of [0, file.bytes + 1, 6, 6 * 96, 6 * 20_000])
      expect(() => placeOf({ ...file, bytes }, 0)).toThrow(
        new InvalidFeed(`expected 6 groups of ring members in ${bytes} bytes`),
      )
  })

  test('error: outputs that the index counts otherwise', () => {
    const { file, slot } = fileOf(0, 256)
    const counted = { ...file, first: 1, outputs: 255 }
    expect(() => readMembers(counted, 0, slot(0))).toThrow(
      new InvalidFeed('group 0: expected 127 outputs, got 128'),
    )
  })
})
