import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseBlock } from '#protocol/chain/block.ts'
import { blockJson, transactionJson } from '#protocol/chain/decoded.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { regtest, transactions } from '../../vectors/chain/vectors.ts'

describe('the JSON text of a transaction', () => {
  test.each(transactions)('has the fields of monerod: %s', (_, { hex, json }) => {
    expect(JSON.parse(transactionJson(parseTransaction(hexToBytes(hex))))).toEqual(json)
  })

  test('omits the prunable part of a pruned transaction', () => {
    for (const [, { hex }] of transactions) {
      const tx = parseTransaction(hexToBytes(hex))
      const whole = JSON.parse(transactionJson(tx)) as Record<string, unknown>
      const { rctsig_prunable: _, signatures: __, ...expected } = whole
      expect(JSON.parse(transactionJson(tx, { pruned: true }))).toEqual(expected)
    }
  })
})

test.each(regtest.blocks.map((block) => [block.header.height, block] as const))(
  'the JSON text of the block at height %i has the fields of monerod',
  (_, { blob, json }) => {
    expect(JSON.parse(blockJson(parseBlock(hexToBytes(blob))))).toEqual(json)
  },
)
