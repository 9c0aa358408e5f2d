import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { checkAmounts, checkSignatures } from '../../../../proxy/node/verify/ringct.ts'
import { bent } from '../../../support/invalid/rule-violation.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { historic, regtest, type TransactionVector } from '../../../vectors/chain/vectors.ts'

// Transactions that monero-wallet-rpc made and monerod accepted.
const crypto = await testCrypto()
const read = ({ hex }: TransactionVector) => parseTransaction(hexToBytes(hex))
const sent = regtest.transactions.filter(({ fee }) => fee !== undefined)
const made = () => sent.map(read)
const withRings = sent.filter(({ rings }) => rings !== undefined)

const ringsOf = ({ rings }: TransactionVector) =>
  rings!.map((ring) =>
    ring.map(({ key, commitment }) => ({
      key: hexToBytes(key),
      commitment: hexToBytes(commitment),
    })),
  )

const invalid = (reason: string) => ({ flags: ['invalid_input'], reason })

describe('checkAmounts', () => {
  test('accepts real transactions in one batch, and no transactions', () => {
    expect(checkAmounts(crypto, made())).toBeUndefined()
    expect(checkAmounts(crypto, [])).toBeUndefined()
  })

  test('error: a fee that is one piconero higher or lower', () => {
    for (const change of [1n, -1n]) {
      const txs = made()
      txs[3]!.ringct!.fee += change
      expect(checkAmounts(crypto, txs)).toEqual(invalid('balance'))
    }
  })

  test('error: the range proof of another transaction', () => {
    const txs = made()
    const [first, second] = txs.map(({ ringct }) => ringct!.prunable!)
    ;[first!.bulletproofsPlus, second!.bulletproofsPlus] = [
      second!.bulletproofsPlus,
      first!.bulletproofsPlus,
    ]
    expect(checkAmounts(crypto, txs)).toEqual(invalid('range proof'))
  })

  test('error: no range proof, or two', () => {
    for (const count of [0, 2]) {
      const [tx] = made()
      const { prunable } = tx!.ringct!
      prunable!.bulletproofsPlus = Array(count).fill(prunable!.bulletproofsPlus[0])
      expect(checkAmounts(crypto, [tx!])).toEqual(invalid('number of range proofs'))
    }
  })

  test('error: another type of RingCT, and a pruned transaction', () => {
    const refusal = invalid('RingCT type that proves amounts')
    const older = historic.map(read).filter(({ ringct }) => ringct && ringct.type !== 6)
    expect(older.length).toBeGreaterThan(4)
    for (const tx of older) expect(checkAmounts(crypto, [tx])).toEqual(refusal)
    const { pruned_hex } = sent[0]!
    const pruned = parseTransaction(hexToBytes(pruned_hex!), { pruned: true })
    expect(checkAmounts(crypto, [pruned])).toEqual(refusal)
  })
})

describe('checkSignatures', () => {
  test('accepts real signatures over their rings', () => {
    expect(withRings).toHaveLength(2)
    for (const vector of withRings)
      expect(checkSignatures(crypto, read(vector), ringsOf(vector))).toBeUndefined()
  })

  test('error: rings of other inputs, and a ring without one member', () => {
    const [vector] = withRings
    const [first, second] = ringsOf(vector!)
    const refusal = { flags: [], reason: 'CLSAG' }
    expect(checkSignatures(crypto, read(vector!), [second!, first!])).toEqual(refusal)
    expect(checkSignatures(crypto, read(vector!), [first!, second!.slice(1)])).toEqual(refusal)
  })

  test('error: a changed byte of the message, of a pseudo output or of a signature', () => {
    const [vector] = withRings
    const changes: ((tx: ReturnType<typeof read>) => unknown)[] = [
      // The last byte of extra.
      (tx) => (tx.blob = bent(tx.blob, tx.prefixSize - 1)),
      ({ ringct }) => ringct!.prunable!.pseudoOutputs.reverse(),
      ({ ringct }) => (ringct!.prunable!.clsags[1]!.c1 = bent(ringct!.prunable!.clsags[1]!.c1)),
      ({ ringct }) => ringct!.prunable!.clsags.pop(),
    ]
    for (const change of changes) {
      const tx = read(vector!)
      change(tx)
      expect(checkSignatures(crypto, tx, ringsOf(vector!))).toMatchObject({ reason: 'CLSAG' })
    }
  })

  test('error: another type of RingCT', () => {
    const older = historic.map(read).find(({ ringct }) => ringct?.type === 5)!
    expect(checkSignatures(crypto, older, [])).toEqual(invalid('RingCT type that is signed'))
  })
})
