import { describe, expect, test } from 'vitest'
import { hexToBytes } from '@noble/hashes/utils.js'
import { isBalanced, signedMessage } from '#protocol/chain/ringct-sums.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { bytesOf, regtest, transactions } from '../../vectors/chain/vectors.ts'

const crypto = await testCrypto()
const ofType6 = regtest.transactions.filter(({ rings }) => rings)

describe('the commitments of a transaction', () => {
  const since3 = transactions.filter(
    ([, { hex }]) => (parseTransaction(hexToBytes(hex)).ringct?.type ?? 0) >= 3,
  )

  test.each(since3)('balance in a mined transaction: %s', (_, { hex }) => {
    const { ringct } = parseTransaction(hexToBytes(hex))
    expect(isBalanced(crypto, ringct!)).toBe(true)
    expect(isBalanced(crypto, { ...ringct!, fee: ringct!.fee + 1n })).toBe(false)
    const [first, ...others] = ringct!.outputCommitments
    const twice = { ...ringct!, outputCommitments: [first!, first!, ...others] }
    expect(isBalanced(crypto, twice)).toBe(false)
  })

  test('do not balance if one is not a point, or if the proofs are pruned', () => {
    const { ringct } = parseTransaction(bytesOf('2 inputs, 2 outputs'))
    const noPoint = Uint8Array.of(2, ...new Uint8Array(31))
    const { outputCommitments } = ringct!
    const broken = { ...ringct!, outputCommitments: [noPoint, ...outputCommitments.slice(1)] }
    expect(isBalanced(crypto, broken)).toBe(false)
    const { prunable: _, ...pruned } = ringct!
    expect(isBalanced(crypto, pruned)).toBe(false)
  })
})

describe('the message that the signatures of a transaction sign', () => {
  test.each(ofType6.map((vector) => [vector.name, vector] as const))('%s', (_, { hex, rings }) => {
    const tx = parseTransaction(hexToBytes(hex))
    const { clsags, pseudoOutputs } = tx.ringct!.prunable!
    const verify = (message: Uint8Array) =>
      tx.inputs.every(
        (input, i) =>
          input.kind === 'key' &&
          crypto.verifyClsag({
            message,
            ring: rings![i]!.map(({ key, commitment }) => ({
              key: hexToBytes(key),
              commitment: hexToBytes(commitment),
            })),
            pseudoOutput: pseudoOutputs[i]!,
            keyImage: input.keyImage,
            signature: clsags[i]!,
          }),
      )
    const message = signedMessage(tx)
    expect(verify(message)).toBe(true)
    expect(verify(message.map((byte) => byte ^ 1))).toBe(false)
  })

  test('error: an earlier RingCT type, or a pruned transaction', () => {
    const [older, pruned] = [
      parseTransaction(bytesOf('CLSAG, 2 outputs')),
      parseTransaction(bytesOf('2 inputs, 2 outputs'), { pruned: true }),
    ]
    for (const tx of [older, pruned])
      expect(() => signedMessage(tx)).toThrow('expected RingCT type 6, whole')
  })
})
