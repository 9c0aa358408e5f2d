import { describe, expect, test } from 'vitest'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { RingCtType } from '#protocol/chain/ringct.ts'
import { outputAmount } from '../../../../worker/engine/scan/output-amount.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const shared = crypto.randomScalar()
const one = Uint8Array.of(1, ...new Array<number>(31).fill(0))

const bytesOf = (amount: bigint, size: number) => {
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setBigUint64(0, amount, true)
  return bytes
}

/** A transaction whose second output hides `amount` as its type does. */
function hidden(type: RingCtType, amount: bigint, mask: Uint8Array): Transaction {
  const first = crypto.hashToScalar(shared)
  const ecdh =
    type >= 4
      ? { amount: crypto.xorAmount(bytesOf(amount, 8), shared) }
      : {
          mask: crypto.scalarAdd(mask, first),
          amount: crypto.scalarAdd(bytesOf(amount, 32), crypto.hashToScalar(first)),
        }
  const nothing = { amount: new Uint8Array(type >= 4 ? 8 : 32), mask: new Uint8Array(32) }
  const blank = { amount: 0n, key: new Uint8Array(32) }
  return {
    version: 2,
    unlockTime: 0n,
    inputs: [],
    outputs: [blank, blank],
    extra: new Uint8Array(),
    ringct: {
      type,
      fee: 0n,
      pseudoOutputs: [],
      ecdh: [nothing, ecdh],
      outputCommitments: [new Uint8Array(32), crypto.commit(amount, mask)],
    },
  }
}

describe('outputAmount', () => {
  test.each([1, 2, 3] as const)('reads amount and mask of type %i, which hides both', (type) => {
    const mask = crypto.randomScalar()
    for (const amount of [1n, 123_456_789n, 2n ** 64n - 1n])
      expect(outputAmount(crypto, hidden(type, amount, mask), 1, false, shared)).toEqual({
        amount,
        mask,
        ringct: true,
      })
  })

  test.each([4, 5, 6] as const)('reads the amount of type %i, and derives its mask', (type) => {
    const mask = crypto.commitmentMask(shared)
    for (const amount of [1n, 123_456_789n, 2n ** 64n - 1n])
      expect(outputAmount(crypto, hidden(type, amount, mask), 1, false, shared)).toEqual({
        amount,
        mask,
        ringct: true,
      })
  })

  test.each([1, 2, 3, 4, 5, 6] as const)('is undefined if type %i is wrong', (type) => {
    const mask = type >= 4 ? crypto.commitmentMask(shared) : crypto.randomScalar()
    const tx = hidden(type, 7n, mask)
    const other = {
      ...tx,
      ringct: { ...tx.ringct!, outputCommitments: [one, crypto.commit(8n, mask)] },
    }
    expect(outputAmount(crypto, other, 1, false, shared)).toBeUndefined()
    expect(outputAmount(crypto, tx, 1, false, crypto.randomScalar())).toBeUndefined()
  })

  test.each([1, 6] as const)('is undefined when type %i hides zero', (type) => {
    const mask = type >= 4 ? crypto.commitmentMask(shared) : crypto.randomScalar()
    expect(outputAmount(crypto, hidden(type, 0n, mask), 1, false, shared)).toBeUndefined()
  })

  const clear = (version: 1 | 2, amount: bigint): Transaction => ({
    version,
    unlockTime: 0n,
    inputs: [],
    extra: new Uint8Array(),
    outputs: [{ amount, key: new Uint8Array(32) }],
  })

  test.each([
    ['of a miner transaction, whose mask is one', 2, true, true],
    ['of a miner transaction before RingCT', 1, true, false],
    ['of a payment before RingCT', 1, false, false],
  ] as const)('reads an amount in the clear %s', (_, version, coinbase, ringct) => {
    expect(outputAmount(crypto, clear(version, 5n), 0, coinbase, shared)).toEqual({
      amount: 5n,
      mask: one,
      ringct,
    })
  })

  test('is undefined for a public amount of zero', () => {
    expect(outputAmount(crypto, clear(1, 0n), 0, false, shared)).toBeUndefined()
    expect(outputAmount(crypto, clear(2, 0n), 0, true, shared)).toBeUndefined()
  })
})
