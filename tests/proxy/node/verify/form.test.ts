import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { checkForms } from '../../../../proxy/node/verify/form.ts'
import type { RefusalFlag } from '../../../../proxy/node/types.ts'
import { identity, keyInput, noPoint, orderTwo } from '../../../support/invalid/rule-violation.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { historic, regtest } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()

/** Transactions of a real wallet, without the coinbases. */
const real = () =>
  regtest.transactions
    .filter(({ fee }) => fee !== undefined)
    .map(({ hex }) => parseTransaction(hexToBytes(hex)))

/** A transaction of version 1: one input, and outputs with amounts. */
function firstVersion(spent: bigint, ...paid: bigint[]): ParsedTransaction {
  const [{ ringct: _, ...tx }] = real() as [ParsedTransaction]
  const inputs = [{ ...keyInput(tx), amount: spent }]
  const outputs = paid.map((amount) => ({ ...tx.outputs[0]!, amount }))
  return { ...tx, version: 1, inputs, outputs, signatures: [] }
}

type Fault = [
  reason: string,
  flag: RefusalFlag | undefined,
  change: (tx: ParsedTransaction) => void,
]

const withImage = (image: (of: Uint8Array) => Uint8Array) => (tx: ParsedTransaction) =>
  void (keyInput(tx, 1).keyImage = image(keyInput(tx, 1).keyImage))

// In the order of the checks.
const faults: Fault[] = [
  ['size', 'too_big', (tx) => (tx.blob = new Uint8Array(1_000_001))],
  [
    'commitment: expected a point',
    undefined,
    ({ ringct }) => (ringct!.outputCommitments[1] = noPoint),
  ],
  ['no inputs', 'invalid_input', (tx) => (tx.inputs = [])],
  ['kind of input', 'invalid_input', ({ inputs }) => (inputs[1] = { kind: 'gen', height: 1n })],
  ['key of an output', 'invalid_output', ({ outputs }) => (outputs[0]!.key = noPoint)],
  ['commitments of the outputs', 'invalid_output', ({ ringct }) => ringct!.outputCommitments.pop()],
  [
    'sum of amounts',
    'overspend',
    ({ outputs }) => outputs.forEach((to) => (to.amount = 2n ** 63n)),
  ],
  [
    'key image used twice',
    'invalid_input',
    (tx) => (keyInput(tx, 1).keyImage = keyInput(tx).keyImage),
  ],
  ['ring member used twice', 'invalid_input', (tx) => (keyInput(tx).keyOffsets[3] = 0n)],
  ['key image: expected a point', undefined, withImage(() => noPoint)],
  ['domain of a key image', 'invalid_input', withImage(() => identity)],
  [
    'domain of a key image',
    'invalid_input',
    withImage((image) => crypto.pointAdd(image, orderTwo)!),
  ],
  ['view tags', 'invalid_output', ({ outputs }) => delete outputs[1]!.viewTag],
  ['amount in the clear', 'invalid_output', ({ outputs }) => (outputs[0]!.amount = 1n)],
  ['RingCT type 5', 'invalid_output', ({ ringct }) => (ringct!.type = 5)],
  ['balance', 'invalid_input', ({ ringct }) => (ringct!.fee += 1n)],
]

describe('checkForms', () => {
  test('accepts transactions that monerod accepted, all at once', () => {
    expect(checkForms(crypto, real())).toBeUndefined()
    expect(checkForms(crypto, [])).toBeUndefined()
  })

  test.each(faults)('error: %s, with the flag %s', (reason, flag, change) => {
    const [first, wrong] = real()
    change(wrong!)
    expect(checkForms(crypto, [first!, wrong!])).toEqual({ flags: flag ? [flag] : [], reason })
  })

  test('error: the first of several faults', () => {
    const [wrong] = real()
    for (const [reason, , change] of faults.toReversed()) {
      change(wrong!)
      expect(checkForms(crypto, [wrong!])).toMatchObject({ reason })
    }
  })

  test('accepts version 1 with amounts of one digit and a fee', () => {
    expect(checkForms(crypto, [firstVersion(1000n, 900n, 90n)])).toBeUndefined()
  })

  test.each([
    ['amounts in and out', 'overspend', firstVersion(1000n, 900n, 100n)],
    ['amounts in and out', 'overspend', firstVersion(0n, 900n)],
    ['amount of an output', 'invalid_output', firstVersion(1000n, 0n)],
    ['digits of an amount', 'invalid_output', firstVersion(1000n, 900n, 11n)],
  ])('error: %s of version 1, with the flag %s', (reason, flag, tx) => {
    expect(checkForms(crypto, [tx])).toEqual({ flags: [flag], reason })
  })

  test('error: older outputs and RingCT', () => {
    for (const { hex } of historic)
      expect(checkForms(crypto, [parseTransaction(hexToBytes(hex))])).toMatchObject({
        flags: ['invalid_output'],
      })
  })
})
