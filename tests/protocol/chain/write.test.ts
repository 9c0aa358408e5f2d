import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { bytesOf, transactions } from '../../vectors/chain/vectors.ts'

describe('writeTransaction', () => {
  const written = transactions.filter(([, { json }]) => {
    const { version, rct_signatures } = json as { version: 1; rct_signatures?: { type: number } }
    return version === 1 || [0, 6].includes(rct_signatures!.type)
  })

  test.each(written)('writes the bytes from which the transaction was parsed: %s', (_, { hex }) => {
    expect(bytesToHex(writeTransaction(parseTransaction(hexToBytes(hex))))).toBe(hex)
  })

  test.each(['full', 'simple', 'Bulletproof', 'CLSAG, 2 outputs'])('error: type %s', (name) => {
    expect(() => writeTransaction(parseTransaction(bytesOf(name)))).toThrow(
      /RingCT type: expected 0 or 6, got [1-5]/,
    )
  })

  test('error: lists whose length does not match the inputs or outputs', () => {
    const tx = parseTransaction(bytesOf('2 inputs, 2 outputs'))
    const { ringct } = tx
    const { prunable } = ringct!
    const withBase = (part: object) => () =>
      writeTransaction({ ...tx, ringct: { ...ringct!, ...part } })
    const withProofs = (part: object) => withBase({ prunable: { ...prunable!, ...part } })

    expect(withBase({ ecdh: [] })).toThrow('hidden amounts: expected 2, got 0')
    expect(withBase({ outputCommitments: [] })).toThrow('output commitment: expected 2, got 0')
    expect(withProofs({ clsags: [] })).toThrow('CLSAGs: expected 2, got 0')
    expect(withProofs({ pseudoOutputs: [] })).toThrow('pseudo output: expected 2, got 0')
    expect(withProofs({ clsags: prunable!.clsags.map((clsag) => ({ ...clsag, s: [] })) })).toThrow(
      'CLSAG s: expected 16, got 0',
    )
    expect(withBase({ outputCommitments: [new Uint8Array(31), new Uint8Array(32)] })).toThrow(
      'output commitment: expected 32 bytes, got 31',
    )
  })
})
