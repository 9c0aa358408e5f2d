import { describe, expect, test } from 'vitest'
import { completeBlock, transactionBlob } from '#protocol/daemon/block.ts'
import { counts } from '#protocol/daemon/distribution.ts'
import { hash, hashes, packed } from '#protocol/daemon/packed.ts'

const of = (...values: number[]) => Uint8Array.from(values)

describe('packed', () => {
  test.each([
    ['bytes', of(1, 2, 3, 4)],
    ['text with a character a byte', '\x01\x02\x03\x04'],
    ['values', [of(1, 2), of(3, 4)]],
  ])('reads %s', (_, wire) => {
    expect(packed(2).parse(wire, 'ids')).toEqual([of(1, 2), of(3, 4)])
  })

  test('nothing is no value', () => {
    expect(hashes.parse('', 'ids')).toEqual([])
    expect(hashes.parse([], 'ids')).toEqual([])
  })

  test.each([
    ['half a value', of(1, 2, 3)],
    ['a value of another size', [of(1, 2), of(3)]],
    ['a number', 5],
    ['a list of texts', ['ab']],
  ])('error: %s', (_, wire) => {
    expect(() => packed(2).parse(wire, 'ids')).toThrow('ids: expected')
  })
})

test('a hash has 32 bytes', () => {
  expect(hash.parse(new Uint8Array(32), 'txid')).toHaveLength(32)
  expect(() => hash.parse(new Uint8Array(31), 'txid')).toThrow('txid: expected 32 bytes')
})

describe('counts', () => {
  const expected = BigUint64Array.of(1n, 2n ** 64n - 1n)

  test.each([
    ['a list', [1, 2n ** 64n - 1n]],
    ['bytes', of(1, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)],
    ['raw text', `\x01${'\0'.repeat(7)}${'\xff'.repeat(8)}`],
    ['counts', expected],
  ])('reads %s', (_, wire) => {
    expect(counts.parse(wire, 'distribution')).toEqual(expected)
  })

  test('reads bytes that stand anywhere in a buffer', () => {
    const message = new Uint8Array(32)
    message[11] = 7
    expect(counts.parse(message.subarray(11, 19), 'distribution')).toEqual(BigUint64Array.of(7n))
  })

  test('error: half a count', () => {
    expect(() => counts.parse(of(1, 2, 3), 'distribution')).toThrow('distribution: expected')
  })
})

describe('transactions of a block', () => {
  test('are bytes', () => {
    expect(transactionBlob.parse(of(1), 'tx')).toEqual({ blob: of(1), prunable_hash: undefined })
  })

  test('or bytes and the hash of what was pruned', () => {
    const wire = { blob: of(1), prunable_hash: new Uint8Array(32) }
    expect(transactionBlob.parse(wire, 'tx')).toEqual(wire)
  })

  test('none are left out', () => {
    expect(completeBlock.parse({ block: of(9) }, 'block')).toEqual({
      pruned: false,
      block: of(9),
      block_weight: 0n,
      txs: [],
    })
  })

  test('error: neither', () => {
    expect(() => completeBlock.parse({ block: of(9), txs: [5] }, 'block')).toThrow(
      'block.txs[0]: expected object',
    )
  })
})
