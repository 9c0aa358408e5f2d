import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { concatBytes } from '@noble/hashes/utils.js'
import { varint } from '#protocol/chain/varint.ts'
import {
  addUp,
  blocksOf,
  blocksPerFile,
  firstBlocks,
  mostOutputsInBlock,
  packCounts,
  readCountFile,
  writeCountFile,
} from '#protocol/daemon/output-counts.ts'

const count = fc.integer({ min: 0, max: mostOutputsInBlock })

describe('counts of outputs', () => {
  test('law: packed as varints, they add up to the same sums', () => {
    fc.assert(
      fc.property(fc.array(count), fc.nat(), (counts, before) => {
        const packed = packCounts(counts)
        expect(packed).toEqual(concatBytes(...counts.map((each) => varint(each))))
        const sums = new Float64Array(counts.length + 1)
        const last = addUp(packed, sums, 1, before)
        let sum = before
        expect([...sums]).toEqual([0, ...counts.map((each) => (sum += each))])
        expect(last).toBe(sum)
        expect(blocksOf(packed)).toBe(counts.length)
      }),
    )
  })

  test('law: the first blocks and the rest are all', () => {
    fc.assert(
      fc.property(fc.array(count), fc.nat(20), (counts, blocks) => {
        const packed = packCounts(counts)
        const first = firstBlocks(packed, blocks)
        expect(first).toEqual(packCounts(counts.slice(0, blocks)))
        expect(packed.subarray(first.length)).toEqual(packCounts(counts.slice(blocks)))
      }),
    )
  })

  test.each([
    ['more outputs than a block can have', varint(mostOutputsInBlock + 1)],
    ['a count of ten bytes', varint(2n ** 64n - 1n)],
    ['a varint that is cut short', Uint8Array.of(1, 2, 0x80)],
    ['a second encoding of a number', Uint8Array.of(0x81, 0)],
    ['a varint of 200 bytes', new Uint8Array(201).fill(0x80).fill(1, 200)],
    ['a varint of 200 bytes that is cut short', new Uint8Array(200).fill(0x80)],
  ])('error: %s', (_, packed) => {
    expect(() => addUp(packed, undefined, 0, 0)).toThrow('expected')
  })
})

describe('a file of counts', () => {
  const packed = packCounts(Array.from({ length: blocksPerFile }, (_, i) => i % 300))

  test('holds the outputs before its first block', () => {
    const file = writeCountFile(150_000_000, packed)
    expect(readCountFile(file)).toEqual({ before: 150_000_000, packed })
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['a block less', writeCountFile(1, firstBlocks(packed, blocksPerFile - 1))],
    ['a block more', writeCountFile(1, concatBytes(packed, Uint8Array.of(1)))],
    ['half a count more', writeCountFile(1, concatBytes(packed, Uint8Array.of(0x81)))],
    ['no number before', writeCountFile(1, packed).fill(0xff)],
  ])('error: %s', (_, file) => {
    expect(() => readCountFile(file)).toThrow(`expected the counts of ${blocksPerFile} blocks`)
  })

  test('error: a second encoding of the number before', () => {
    const file = concatBytes(Uint8Array.of(0x80, 0), packed)
    expect(() => readCountFile(file)).toThrow('expected the number of outputs in its shortest form')
  })

  test('error: more outputs before it than any chain has', () => {
    const file = concatBytes(varint(2n ** 60n), packed)
    expect(() => readCountFile(file)).toThrow('more outputs than any chain has')
  })
})
