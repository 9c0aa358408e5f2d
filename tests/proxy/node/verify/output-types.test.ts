import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { checkOutputTypes, checkRingCtType } from '../../../../proxy/node/verify/output-types.ts'
import { historic, regtest } from '../../../vectors/chain/vectors.ts'

const parsed = (vectors: readonly { hex: string }[]) =>
  vectors.map(({ hex }) => parseTransaction(hexToBytes(hex)))

describe('checkOutputTypes', () => {
  test('accepts the outputs of version 16, which have view tags', () => {
    for (const tx of parsed(regtest.transactions)) expect(checkOutputTypes(tx)).toBeUndefined()
  })

  test('error: older outputs, and one output without a view tag among others', () => {
    const refusal = { flags: ['invalid_output'], reason: 'view tags' }
    for (const tx of parsed(historic)) expect(checkOutputTypes(tx)).toEqual(refusal)
    const [tx] = parsed(regtest.transactions)
    delete tx!.outputs[1]!.viewTag
    expect(checkOutputTypes(tx!)).toEqual(refusal)
  })
})

describe('checkRingCtType', () => {
  test('accepts type 6, and version 1, which has no RingCT', () => {
    const txs = [...parsed(regtest.transactions), ...parsed(historic)]
    const accepted = txs.filter((tx) => checkRingCtType(tx) === undefined)
    const types = accepted.map(({ version, ringct }) => (version === 1 ? 'none' : ringct!.type))
    expect(new Set(types)).toEqual(new Set([6, 'none']))
  })

  test('error: every other type, with the type in the reason', () => {
    const refusals = parsed(historic).flatMap((tx) => checkRingCtType(tx) ?? [])
    const reasons = [1, 2, 3, 4, 5].map((type) => `RingCT type ${type}`)
    expect([...new Set(refusals.map(({ reason }) => reason))].sort()).toEqual(reasons)
    expect(new Set(refusals.flatMap(({ flags }) => flags))).toEqual(new Set(['invalid_output']))
    const [tx] = parsed(regtest.transactions)
    expect(checkRingCtType({ ...tx!, ringct: { ...tx!.ringct!, type: 0 } })).toMatchObject({
      reason: 'RingCT type 0',
    })
  })
})
