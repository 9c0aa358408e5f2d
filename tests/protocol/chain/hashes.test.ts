import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { clsagMessage, prefixHash, transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, shapeOf } from '#protocol/chain/transaction.ts'
import { writeRingCtBase } from '#protocol/chain/write.ts'
import { verifyClsag } from '../../../wasm/fallback/clsag.ts'
import { bytesOf, regtest } from '../../vectors/chain/vectors.ts'

const withRings = regtest.transactions.flatMap((vector) =>
  vector.rings ? [[vector.name, vector.hex, vector.rings] as const] : [],
)

describe('clsagMessage', () => {
  test.each(withRings)('is the message that monero signed: %s', (_, hex, rings) => {
    const tx = parseTransaction(hexToBytes(hex))
    const { ringct } = tx
    const { bulletproofsPlus, clsags, pseudoOutputs } = ringct!.prunable!
    const base = writeRingCtBase(ringct!, shapeOf(tx))
    const message = clsagMessage(prefixHash(tx), base, bulletproofsPlus)

    const verify = (message: Uint8Array) =>
      tx.inputs.map(
        (input, i) =>
          input.kind === 'key' &&
          verifyClsag({
            message,
            ring: rings[i]!.map(({ key, commitment }) => ({
              key: hexToBytes(key),
              commitment: hexToBytes(commitment),
            })),
            pseudoOutput: pseudoOutputs[i]!,
            keyImage: input.keyImage,
            signature: clsags[i]!,
          }),
      )
    expect(verify(message)).toEqual(tx.inputs.map(() => true))
    expect(verify(message.map((byte) => byte ^ 1))).toEqual(tx.inputs.map(() => false))
  })
})

describe('transactionId with a given hash function', () => {
  test('computes every hash with the given function', () => {
    const tx = parseTransaction(bytesOf('3 outputs'))
    const hashed: number[] = []
    const counting = (data: Uint8Array) => {
      hashed.push(data.length)
      return keccak_256(data)
    }
    const id = transactionId(tx, undefined, counting)
    expect(bytesToHex(id)).toBe(bytesToHex(transactionId(tx)))
    const { prefixSize, baseSize, blob } = tx
    expect(hashed).toEqual([prefixSize, baseSize - prefixSize, blob.length - baseSize, 96])
  })
})
