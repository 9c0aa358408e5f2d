import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Writer } from '../../../protocol/chain/writer.ts'
import {
  noRecipient,
  type Construction,
  type RecipientAmount,
} from '../../../protocol/interchange/construction.ts'
import { readOutputs, writeOutputs } from '../../../protocol/interchange/outputs.ts'
import {
  readSignedSet,
  readUnsignedSet,
  writeSignedSet,
  writeUnsignedSet,
} from '../../../protocol/interchange/sets.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { exportedOutputs, keyOf } from '../../support/transactions/exported-outputs.ts'

const paid = (amount: bigint): RecipientAmount => ({
  original: 'the café’s',
  amount,
  spendKey: keyOf(8),
  viewKey: keyOf(9),
  isSubaddress: true,
  isIntegrated: false,
})

const construction: Construction = {
  sources: [
    {
      ring: [1, 2 ** 40].map((globalIndex) => ({
        globalIndex,
        key: keyOf(1),
        commitment: keyOf(2),
      })),
      realIndex: 1,
      txPublicKey: keyOf(3),
      additionalKeys: [keyOf(4)],
      indexInTx: 7,
      amount: 2n ** 64n - 1n,
      ringct: true,
      mask: keyOf(5),
    },
  ],
  change: paid(1n),
  outputs: [paid(1n), paid(2n)],
  positions: [1n, 2n ** 40n],
  extra: Uint8Array.of(2, 9, 1, ...keyOf(3).subarray(0, 8)),
  unlockTime: 0n,
  ringct: true,
  viewTags: false,
  proof: { type: 3, version: 4 },
  payments: [paid(2n)],
  account: 0xffff_ffff,
  addresses: [0, 5],
}

const outputsBytes = (form: 'pair' | 'triple') => {
  const writer = new Writer()
  writeOutputs(writer, exportedOutputs, form)
  return writer.bytes()
}

const sets = {
  unsigned: writeUnsignedSet({ constructions: [construction], outputs: exportedOutputs }),
  signed: writeSignedSet({
    pending: [],
    keyImages: [keyOf(1), keyOf(2)],
    ownOutputs: [{ key: keyOf(3), keyImage: keyOf(4) }],
  }),
}

describe('transaction sets', () => {
  test('an unsigned set is parsed to the written value', () => {
    expect(readUnsignedSet(sets.unsigned)).toEqual({
      constructions: [construction],
      outputs: { ...exportedOutputs, total: undefined },
    })
  })

  test('an unsigned set may have empty constructions', () => {
    const empty: Construction = {
      ...construction,
      sources: [],
      change: noRecipient,
      outputs: [],
      positions: [],
      extra: new Uint8Array(),
      payments: [],
      addresses: [],
    }
    const set = {
      constructions: [empty, empty],
      outputs: { offset: 0, total: undefined, outputs: [] },
    }
    expect(readUnsignedSet(writeUnsignedSet(set))).toEqual(set)
  })

  test('an unsigned set may have many inputs', () => {
    const ring = new Array(16).fill(construction.sources[0]!.ring[0]!)
    const sources = new Array(150).fill({ ...construction.sources[0]!, ring })
    const constructions = new Array(12).fill({ ...construction, sources })
    const bytes = writeUnsignedSet({ constructions, outputs: exportedOutputs })
    expect(readUnsignedSet(bytes)?.constructions).toHaveLength(12)
  })

  test('a signed set is parsed to the written value', () => {
    expect(readSignedSet(sets.signed)).toEqual({
      pending: [],
      keyImages: [keyOf(1), keyOf(2)],
      ownOutputs: [{ key: keyOf(3), keyImage: keyOf(4) }],
    })
  })

  test.each([
    ['unsigned', sets.unsigned, readUnsignedSet],
    ['signed', sets.signed, readSignedSet],
    ['pair', outputsBytes('pair'), readOutputs],
    ['triple', outputsBytes('triple'), readOutputs],
  ] as const)(
    'law: %s with changed, removed or added bytes is parsed, or gives undefined',
    (_, given, read) => {
      const edit = fc.record({
        at: fc.nat(given.length - 1),
        byte: fc.nat(255),
        length: fc.nat(given.length + 3),
      })
      fc.assert(
        fc.property(edit, ({ at, byte, length }) => {
          const bytes = new Uint8Array(length)
          bytes.set(given.subarray(0, length))
          if (at < length) bytes[at] = byte
          read(bytes)
          if (length < given.length) expect(read(given.subarray(0, length))).toBeUndefined()
        }),
        { numRuns: count(300, 30_000), seed: seed() },
      )
    },
  )
})
