import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '#protocol/address.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import {
  journalEntry,
  keyImagesOf,
  outgoingOf,
  outlinedOf,
  weightOf,
} from '../../../../worker/engine/tx/outgoing.ts'
import {
  build,
  draft,
  mint,
  others,
  standard,
  subaddress,
  terms,
} from '../../../support/transactions/own-transactions.ts'

const xmr = 10n ** 12n
const coins = [7, 2, 7].map((address) => mint.output({ amount: xmr, account: 3, address }))
const payments = [
  { ...standard(), amount: 5n, original: 'as written' },
  { ...subaddress(4, others[1]), amount: 6n },
]
const made = draft(coins, payments, terms(3))
const built = build(made)
const fee = 100_000_000n

describe('outgoingOf', () => {
  const outgoing = outgoingOf(built)

  test('is the signed transaction with its secret keys, the main one first', () => {
    expect(outgoing).toMatchObject({ tx: built.tx, fee, payments })
    expect(outgoing.txid).toBe(bytesToHex(transactionId(parseTransaction(built.tx.blob))))
    expect(outgoing.txKeys).toEqual([built.keys.main, ...built.keys.additional])
    expect(outgoing.txKeys).toHaveLength(4)
    expect(outgoing.change.amount).toBe(3n * xmr - 11n - fee)
    expect(weightOf(outgoing)).toBe(built.draft.weight)
  })

  test('has the key images in the order of the inputs', () => {
    expect(keyImagesOf(outgoing)).toEqual(built.draft.inputs.map(({ keyImage }) => keyImage))
    expect(keyImagesOf(outgoing).toSorted()).toEqual(coins.map((coin) => coin.keyImage).toSorted())
  })

  test.each([
    [undefined, '0000000000000000'],
    [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0xff), '01020304050607ff'],
  ])('has the payment id in hex, zeros for none', (paymentId, expected) => {
    const single = draft([coins[0]!], [payments[0]!], { ...terms(3), paymentId })
    expect(outgoingOf(build(single)).paymentId).toBe(expected)
  })
})

test('outlinedOf has the weight and the inputs of the signed transaction, and no keys', () => {
  const outlined = outlinedOf(made)
  expect(weightOf(outlined)).toBe(built.draft.weight)
  expect(keyImagesOf(outlined)).toEqual(coins.map(({ keyImage }) => keyImage))
  expect(outlined).toMatchObject({ txKeys: [], fee, payments, inputs: coins })
  expect(outlined.txid).not.toBe(built.txid)
})

describe('journalEntry', () => {
  const outgoing = outgoingOf(built)
  const entry = journalEntry(outgoing, 'mainnet', 77n)

  test('records amounts that balance, and the state before relay', () => {
    const { amountIn, amountOut, change } = entry
    expect(entry).toMatchObject({ state: 'journaled', timestamp: 77n, fee, unlockTime: 0n })
    expect([amountIn, amountOut]).toEqual([3n * xmr, 11n])
    expect(amountIn).toBe(amountOut + change + fee)
    expect(entry.blob).toEqual(built.tx.blob)
  })

  test('records the spent subaddresses once each, in order', () => {
    expect(entry.account).toBe(3)
    expect(entry.subaddresses).toEqual([
      { account: 3, address: 2 },
      { account: 3, address: 7 },
    ])
  })

  test('records the rings with absolute indices, the real output in each', () => {
    expect(entry.keyImages).toEqual(keyImagesOf(outgoing))
    for (const [at, ring] of entry.rings.entries()) {
      const { members } = built.draft.rings[at]!
      expect(ring).toEqual(members.map(({ globalIndex }) => BigInt(globalIndex)))
      expect(ring).toContain(built.draft.inputs[at]!.globalIndex)
    }
  })

  test('writes each recipient as the caller did, or in its standard form', () => {
    expect(entry.destinations[0]).toEqual({ address: 'as written', amount: 5n })
    const { address, amount } = entry.destinations[1]!
    const { spendKey, viewKey } = payments[1]!
    expect(amount).toBe(6n)
    expect(parseAddress(address, 'mainnet')).toMatchObject({
      kind: 'subaddress',
      spendKey,
      viewKey,
    })
  })

  test('keeps its own copy of the secret keys', () => {
    const copy = { ...outgoing, txKeys: outgoing.txKeys.map((key) => key.slice()) }
    const { txKeys } = journalEntry(copy, 'mainnet', 0n)
    for (const key of copy.txKeys) key.fill(0)
    expect(txKeys).toEqual(outgoing.txKeys)
  })
})
