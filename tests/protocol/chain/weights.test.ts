import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { isCoinbase, parseTransaction } from '#protocol/chain/transaction.ts'
import {
  estimateSize,
  estimateWeight,
  prunedTransactionWeight,
  transactionSize,
  transactionWeight,
} from '#protocol/chain/weights.ts'
import { feeForWeight, feeTier } from '#protocol/rules/fees.ts'
import { bytesOf, regtest, transactions } from '../../vectors/chain/vectors.ts'

describe('prunedTransactionWeight', () => {
  const known = transactions.filter(([, { hex }]) => {
    const tx = parseTransaction(hexToBytes(hex))
    return (tx.ringct?.type ?? 0) >= 4 && !isCoinbase(tx)
  })

  test.each(known)('is the weight of the whole transaction: %s', (_, { hex }) => {
    const whole = parseTransaction(hexToBytes(hex))
    const base = whole.blob.subarray(0, whole.baseSize)
    const pruned = parseTransaction(base, { pruned: true })
    expect(prunedTransactionWeight(pruned)).toBe(transactionWeight(whole))
  })

  test.each(['version 1', 'full', 'simple', 'Bulletproof', 'coinbase'])(
    'error: is unknown for %s',
    (name) => {
      const tx = parseTransaction(bytesOf(name), { pruned: true })
      expect(() => prunedTransactionWeight(tx)).toThrow(
        'pruned weight: expected RingCT type 4, 5 or 6',
      )
    },
  )

  test('error: a whole transaction', () => {
    expect(() => prunedTransactionWeight(parseTransaction(bytesOf('3 outputs')))).toThrow(
      'pruned weight: expected a pruned transaction, got a whole one',
    )
  })
})

describe('transactionSize', () => {
  const known = transactions.filter(([, { json }]) => (json as { version: number }).version === 2)

  test.each(known)('is the same for the whole and the pruned form: %s', (_, { hex }) => {
    const bytes = hexToBytes(hex)
    expect(transactionSize(parseTransaction(bytes))).toBe(bytes.length)
    expect(transactionSize(parseTransaction(bytes, { pruned: true }))).toBe(bytes.length)
  })

  test('error: a pruned transaction of version 1 does not contain its size', () => {
    const bytes = bytesOf('version 1')
    expect(transactionSize(parseTransaction(bytes))).toBe(bytes.length)
    expect(() => transactionSize(parseTransaction(bytes, { pruned: true }))).toThrow(
      'transaction size: expected a whole transaction of version 1, got a pruned one',
    )
  })
})

describe('estimateWeight', () => {
  const paid = regtest.transactions.filter(({ fee }) => fee !== undefined)

  // A wallet starts from its estimate and raises it when the transaction turns out heavier.
  test.each(paid.map((vector) => [vector.name, vector] as const))(
    'gives the fee that monero-wallet-rpc paid: %s',
    (name, { hex, fee, fees, priority, quantization_mask, weight }) => {
      const { inputs, outputs } = parseTransaction(hexToBytes(hex))
      const outline = { inputs: inputs.length, ringSize: 16, outputs: outputs.length }
      const extraSize = name === 'integrated address' ? 11 : 0
      const heavier = Math.max(estimateWeight({ ...outline, extraSize }), weight!)
      const rate = BigInt(fees![feeTier(priority!)]!)
      expect(feeForWeight(heavier, rate, BigInt(quantization_mask!))).toBe(BigInt(fee!))
    },
  )

  test('equals the size up to two outputs, and exceeds it above', () => {
    const outline = { inputs: 2, ringSize: 16, outputs: 2, extraSize: 44 }
    expect(estimateWeight(outline)).toBe(estimateSize(outline))
    expect(estimateWeight({ ...outline, outputs: 3 })).toBe(
      estimateSize({ ...outline, outputs: 3 }) + 460,
    )
  })
})
