import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import {
  groupName,
  groupOf,
  longestGroup,
  readGroup,
  writeGroup,
  type GroupOutput,
} from '#protocol/feed/member-group.ts'
import { groupOutput, groupOutputs } from '../../support/feed/group-outputs.ts'
import { count, seed } from '../../support/random/case-counts.ts'

const locks = fc.oneof(fc.constantFrom(0n, 60n, 3_000_060n), fc.bigInt(0n, 2n ** 64n - 1n))
const groups = fc
  .array(locks, { minLength: 1, maxLength: 128 })
  .map((list) => list.map((lock, at) => groupOutput(at, lock)))

describe('a group', () => {
  test('has its outputs, and runs of locks', () => {
    const outputs = groupOutputs(0, 3, (index) => (index === 0 ? 160n : 0n))
    const members = outputs.map(({ key, commitment }) => bytesToHex(key) + bytesToHex(commitment))
    // One output until block 160, two without a lock.
    expect(bytesToHex(writeGroup(outputs))).toBe(`03${members.join('')}01a0010200`)
  })

  test('has 8195 bytes without locks', () => {
    expect(writeGroup(groupOutputs(0, 128))).toHaveLength(1 + 128 * 64 + 2 + 1)
  })

  test('has no more than 9729 bytes', () => {
    const locks = (index: number) => 2n ** 64n - BigInt(1 + index)
    expect(writeGroup(groupOutputs(0, 128, locks)).length).toBeLessThanOrEqual(longestGroup)
    expect(longestGroup).toBe(9729)
  })

  test('law: is read as it was written, with any zeros after it', () => {
    fc.assert(
      fc.property(groups, fc.nat(20), (outputs, zeros) => {
        const bytes = new Uint8Array([...writeGroup(outputs), ...new Uint8Array(zeros)])
        expect(readGroup(bytes)).toEqual(outputs)
      }),
      { numRuns: count(100, 2000), seed: seed() },
    )
  })

  test('law: one group has one encoding', () => {
    fc.assert(
      fc.property(groups, fc.nat(), fc.integer({ min: 1, max: 255 }), (outputs, at, bits) => {
        const bytes = writeGroup(outputs)
        bytes[at % bytes.length]! ^= bits
        let read: GroupOutput[]
        try {
          read = readGroup(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError)
          return
        }
        const again = writeGroup(read)
        expect(bytes.subarray(0, again.length)).toEqual(again)
        expect(bytes.subarray(again.length).every((byte) => byte === 0)).toBe(true)
      }),
      { numRuns: count(200, 4000), seed: seed() },
    )
  })

  test.each([
    [0, 0],
    [127, 0],
    [128, 1],
    [150_000_000, 1_171_875],
  ])('of output %i has the number %i', (index, group) => {
    expect(groupOf(index)).toBe(group)
    expect(groupName(group)).toBe(`groups/${group}`)
  })
})

describe('error: a group', () => {
  const group = (...locks: number[]) =>
    Uint8Array.of(2, ...groupOutputs(0, 2).flatMap(({ key }) => [...key, ...key]), ...locks)

  test.each<[string, Uint8Array, string]>([
    ['without outputs', Uint8Array.of(0), 'group: expected 1 to 128 outputs, got 0'],
    ['of more than 128', Uint8Array.of(129), 'group: expected 1 to 128 outputs, got 129'],
    ['that ends early', group().subarray(0, 100), 'commitment: expected'],
    ['without locks', group(), 'outputs with the same lock: expected'],
    ['with locks of more outputs', group(3, 0), 'locks: expected 1 to 2 outputs, got 3'],
    ['with locks of no output', group(0, 5, 2, 0), 'locks: expected 1 to 2 outputs, got 0'],
    ['with one run as two', group(1, 5, 1, 5), 'locks: are not in their shortest form'],
    ['with something after it', group(2, 0, 1), 'group: expected zeros after the locks'],
  ])('%s', (_, bytes, problem) => {
    expect(() => readGroup(bytes)).toThrow(problem)
    expect(() => readGroup(bytes)).toThrow(ChainError)
  })

  test.each([0, 129])('is not written of %i outputs', (count) => {
    expect(() => writeGroup(groupOutputs(0, count))).toThrow(`1 to 128 outputs, got ${count}`)
  })
})
