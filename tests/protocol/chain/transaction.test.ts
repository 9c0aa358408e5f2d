import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { prefixHash, prunableHash, transactionId } from '#protocol/chain/hashes.ts'
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import { pseudoOutputs } from '#protocol/chain/ringct.ts'
import {
  isCoinbase,
  parseTransaction,
  readPrefix,
  transactionFee,
} from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writePrefix, writeTransaction } from '#protocol/chain/write.ts'
import { bytesOf, regtest, transactions } from '../../vectors/chain/vectors.ts'
import { transactionJson } from '#protocol/chain/decoded.ts'

const pruned = regtest.transactions.filter(({ name }) => name !== 'coinbase')

describe.each(transactions)('a transaction of monero: %s', (_, { id, hex, json, weight }) => {
  const bytes = hexToBytes(hex)
  const tx = parseTransaction(bytes)

  test('has every field that monerod decodes', () => {
    expect(JSON.parse(transactionJson(tx))).toEqual(json)
  })

  test('has the id that monerod reports', () => {
    expect(bytesToHex(transactionId(tx))).toBe(id)
  })

  test('has the weight that monerod reports', () => {
    expect(transactionWeight(tx)).toBe(weight ?? bytes.length)
  })

  test('keeps its serialised bytes, which begin with the prefix', () => {
    expect(tx.blob).toEqual(bytes)
    expect(bytesToHex(writePrefix(tx))).toBe(bytesToHex(bytes.subarray(0, tx.prefixSize)))
    expect(readPrefix(new Reader(bytes)).outputs).toEqual(tx.outputs)
  })

  test('has a pseudo output for each input if it hides amounts', () => {
    const expected = tx.ringct && tx.ringct.type >= 2 ? tx.inputs.length : 0
    expect(tx.ringct ? pseudoOutputs(tx.ringct).length : 0).toBe(expected)
  })

  test('error: truncated at any byte', () => {
    for (let size = 0; size < bytes.length; size += Math.ceil(bytes.length / 500))
      expect(() => parseTransaction(bytes.subarray(0, size))).toThrow(
        expect.objectContaining({ name: 'ChainError' }),
      )
  })

  test('error: one byte too long', () => {
    expect(() => parseTransaction(Uint8Array.of(...bytes, 0))).toThrow(
      'transaction: expected the end, got 1 more bytes',
    )
  })
})

describe('a pruned transaction', () => {
  test.each(pruned.map((vector) => [vector.name, vector] as const))(
    'has the fields of the whole but the prunable ones: %s',
    (_, { hex, pruned_hex, prunable_hash, id }) => {
      const whole = parseTransaction(hexToBytes(hex))
      const tx = parseTransaction(hexToBytes(pruned_hex!), { pruned: true })
      const { rctsig_prunable, ...expected } = JSON.parse(transactionJson(whole)) as Record<
        string,
        unknown
      >

      expect(rctsig_prunable).toBeDefined()
      expect(JSON.parse(transactionJson(tx, { pruned: true }))).toEqual(expected)
      expect(tx).toMatchObject({ pruned: true, prefixSize: whole.prefixSize })
      expect(tx.blob.length).toBe(whole.baseSize)
      expect(bytesToHex(prunableHash(whole))).toBe(prunable_hash)
      expect(bytesToHex(transactionId(tx, hexToBytes(prunable_hash!)))).toBe(id)
      expect(prefixHash(tx)).toEqual(prefixHash(whole))
      expect(bytesToHex(writeTransaction(tx))).toBe(pruned_hex)
    },
  )

  test('is parsed from the bytes of the whole transaction', () => {
    const bytes = bytesOf('5 outputs')
    const tx = parseTransaction(bytes, { pruned: true })
    expect(tx.blob).toEqual(bytes.subarray(0, parseTransaction(bytes).baseSize))
  })

  test('of version 1 consists of the prefix', () => {
    const bytes = bytesOf('version 1')
    const { prefixSize } = parseTransaction(bytes)
    const tx = parseTransaction(bytes.subarray(0, prefixSize), { pruned: true })
    expect(tx.signatures).toBeUndefined()
    expect(tx.inputs).toEqual(parseTransaction(bytes).inputs)
  })

  test('error: the id cannot be computed without the hash of the pruned part', () => {
    const tx = parseTransaction(bytesOf('5 outputs'), { pruned: true })
    const old = parseTransaction(bytesOf('version 1'), { pruned: true })
    expect(() => transactionId(tx)).toThrow('prunable hash: expected 32 bytes')
    expect(() => transactionId(tx, new Uint8Array(31))).toThrow('prunable hash: expected 32 bytes')
    expect(() => transactionId(old)).toThrow(
      'expected a whole transaction of version 1, got a pruned one',
    )
    expect(() => prunableHash(tx)).toThrow('prunable hash: has no prunable part')
    expect(() => transactionWeight(tx)).toThrow(
      'weight: expected a whole transaction, got a pruned one',
    )
  })

  test('has an id without that hash if it is a coinbase transaction', () => {
    const bytes = bytesOf('coinbase')
    const tx = parseTransaction(bytes, { pruned: true })
    expect(isCoinbase(tx)).toBe(true)
    expect(transactionId(tx)).toEqual(transactionId(parseTransaction(bytes)))
  })
})

describe('transactionFee', () => {
  test.each(regtest.transactions.map((vector) => [vector.name, vector] as const))(
    'is what the wallet paid: %s',
    (_, { hex, fee, json }) => {
      const { txnFee = 0 } = (json as { rct_signatures: { txnFee?: number } }).rct_signatures
      const paid = transactionFee(parseTransaction(hexToBytes(hex)))
      expect(paid).toBe(BigInt(fee ?? txnFee))
    },
  )

  test('of version 1 is the sum of the inputs minus the sum of the outputs', () => {
    const tx = parseTransaction(bytesOf('version 1'))
    const keyImage = new Uint8Array(32)
    const input = { kind: 'key' as const, amount: 9n, keyOffsets: [1n], keyImage }
    const output = { ...tx.outputs[0]!, amount: 3n }
    const paying = { ...tx, inputs: [input, input], outputs: [output, output] }
    expect(transactionFee(paying)).toBe(12n)
    expect(transactionFee({ ...paying, inputs: [{ kind: 'gen', height: 5n }] })).toBe(0n)
    expect(() => transactionFee({ ...paying, inputs: [{ ...input, amount: 1n }] })).toThrow(
      'fee: outputs exceed inputs by 5',
    )
  })
})

describe('a transaction that monero rejects', () => {
  // version 2, unlock time 0, one input with a ring of one, no output, no extra, type 0
  const smallest = '02' + '00' + '01' + '0200' + '0105' + '11'.repeat(32) + '00' + '00' + '00'
  const parse = (hex: string) => () => parseTransaction(hexToBytes(hex))

  test('the smallest valid transaction is accepted', () => {
    expect(parse(smallest)().inputs).toEqual([
      { kind: 'key', amount: 0n, keyOffsets: [5n], keyImage: new Uint8Array(32).fill(0x11) },
    ])
  })

  test.each([
    ['version 0', '00' + smallest.slice(2), 'transaction version: expected 1 or 2, got 0'],
    ['version 3', '03' + smallest.slice(2), 'transaction version: expected 1 or 2, got 3'],
    [
      'an input of a script',
      smallest.replace('0102', '0100'),
      'input kind: expected 2 or 255, got 0',
    ],
    ['a hostile count of inputs', '0200' + 'ffffffffff0f', 'inputs: expected 549755813887 items'],
    ['RingCT type 7', smallest.slice(0, -2) + '07', 'RingCT type: expected 0 to 6, got 7'],
    [
      'an overlong varint',
      smallest.replace('020001', '02800001'),
      'unlock time: varint is not in its shortest form',
    ],
    [
      'a varint above 64 bits',
      smallest.replace('020001', '02ffffffffffffffffff0201'),
      'unlock time: varint overflows 64 bits',
    ],
    [
      'an empty ring to be signed for',
      '0200' + '010200' + '00' + '11'.repeat(32) + '0000' + '0600' + '00'.repeat(200),
      'ring: has no members',
    ],
    [
      'an output to a script',
      smallest.slice(0, -6) + '01' + '0000' + '22'.repeat(34) + '0000',
      'output kind: expected 2 or 3, got 0',
    ],
  ])('error: %s', (_, hex, message) => {
    expect(parse(hex)).toThrow(message)
  })

  test('error: the range proofs cover fewer or more outputs than exist', () => {
    const bytes = bytesOf('3 outputs')
    const { baseSize, ringct } = parseTransaction(bytes)
    const change = (offset: number, byte: number) => {
      const copy = bytes.slice()
      copy[offset] = byte
      return () => parseTransaction(copy)
    }
    expect(ringct!.prunable!.bulletproofsPlus[0]!.L).toHaveLength(8)
    expect(change(baseSize, 0)).toThrow('Bulletproofs: expected room for 3 outputs, got 0')
    expect(change(baseSize, 4)).toThrow('Bulletproofs: expected at most 3, one per output, got 4')

    // Number of proofs, six keys, number of L; the last L goes.
    const rounds = baseSize + 1 + 6 * 32
    const oneLess = concatBytes(
      bytes.subarray(0, rounds),
      Uint8Array.of(7),
      bytes.subarray(rounds + 1, rounds + 1 + 7 * 32),
      bytes.subarray(rounds + 1 + 8 * 32),
    )
    expect(() => parseTransaction(oneLess)).toThrow('Bulletproof: 7 L and 8 R, expected 6 to 10')
  })

  test('error: the id of a transaction without inputs', () => {
    const tx = parseTransaction(hexToBytes('0200000000'))
    expect(tx.ringct).toBeUndefined()
    expect(() => transactionId(tx)).toThrow('transaction id: has no inputs')
  })
})

describe('parseTransaction', () => {
  test('allocates no memory for counts that exceed the remaining bytes', () => {
    const huge = [0xff, 0xff, 0xff, 0x7f]
    const key = new Array<number>(32).fill(1)
    const hostile = [
      [2, 0, ...huge],
      [2, 0, 1, 2, 0, ...huge],
      [2, 0, 0, ...huge],
      [2, 0, 0, 0, ...huge],
      [2, 0, 1, 2, 0, 1, 5, ...key, 0, 0, 6, 0, ...huge],
    ]
    // With such an allocation each blob would take a gigabyte: the test would time out or run out of memory.
    for (let i = 0; i < 1000; i++)
      for (const bytes of hostile)
        expect(() => parseTransaction(Uint8Array.from(bytes))).toThrow(ChainError)
  })
})
