import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writePrefix, writeTransaction } from '#protocol/chain/write.ts'
import { count, seed } from '../../support/counts.ts'
import { regtest, transactions } from '../../vectors/chain/vectors.ts'
import { mutated } from './mutations.ts'

const corpus = (name: string) =>
  hexToBytes(readFileSync(`tests/vectors/chain/corpus/${name}.hex`, 'utf8').trim())
const someTransactions = [
  ...transactions.map(([, { hex }]) => hexToBytes(hex)),
  corpus('TX1'),
  corpus('TX2'),
]
const someBlocks = [...regtest.blocks.map(({ blob }) => hexToBytes(blob)), corpus('BLOCK2')]
const runs = () => ({ numRuns: count(3000, 50_000), seed: seed() })

/** What `read` makes of the bytes; undefined for a refusal; anything else it throws is a bug. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

// One value, one encoding: what was understood is written as it was read.
function checkTransaction(tx: ParsedTransaction, bytes: Uint8Array) {
  expect(bytesToHex(writePrefix(tx))).toBe(bytesToHex(bytes.subarray(0, tx.prefixSize)))
  const type = tx.ringct?.type ?? 0
  if (type === 0 || type === 6) expect(bytesToHex(writeTransaction(tx))).toBe(bytesToHex(bytes))
  attempt(() => transactionWeight(tx))
  if (tx.ringct) expect(transactionId(tx)).toHaveLength(32)
}

describe('parseTransaction', () => {
  test('understands a mutated transaction, or refuses it', () => {
    fc.assert(
      fc.property(mutated(someTransactions), (bytes) => {
        const tx = attempt(() => parseTransaction(bytes))
        if (tx) checkTransaction(tx, bytes)
        const pruned = attempt(() => parseTransaction(bytes, { pruned: true }))
        if (tx) expect(pruned!.baseSize).toBe(tx.baseSize)
      }),
      runs(),
    )
  })

  test('understands noise, or refuses it', () => {
    const noise = fc.uint8Array({ maxLength: 400 })
    fc.assert(
      fc.property(noise, fc.constantFrom(1, 2), (bytes, version) => {
        const tx = attempt(() => parseTransaction(Uint8Array.of(version, 0, ...bytes)))
        if (tx) checkTransaction(tx, Uint8Array.of(version, 0, ...bytes))
      }),
      runs(),
    )
  })

  test('allocates nothing for counts that the bytes do not bear out', () => {
    const huge = [0xff, 0xff, 0xff, 0x7f]
    const key = new Array<number>(32).fill(1)
    const hostile = [
      [2, 0, ...huge],
      [2, 0, 1, 2, 0, ...huge],
      [2, 0, 0, ...huge],
      [2, 0, 0, 0, ...huge],
      [2, 0, 1, 2, 0, 1, 5, ...key, 0, 0, 6, 0, ...huge],
    ]
    // A gigabyte each, if it did: a thousand of them run into the time-out, or out of memory.
    for (let i = 0; i < 1000; i++)
      for (const bytes of hostile)
        expect(attempt(() => parseTransaction(Uint8Array.from(bytes)))).toBeUndefined()
  })
})

describe('parseBlock', () => {
  test('understands a mutated block, or refuses it', () => {
    fc.assert(
      fc.property(mutated(someBlocks), (bytes) => {
        const block = attempt(() => parseBlock(bytes))
        if (!block) return
        expect(bytesToHex(writeBlock(block))).toBe(bytesToHex(bytes))
        attempt(() => blockId(block))
      }),
      runs(),
    )
  })
})
