import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase58 } from '#protocol/base58.ts'
import { readExchangeMessage, writeExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { mutated } from '../../support/mutation/arbitrary-mutations.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const runs = () => ({ numRuns: count(100, 2000), seed: seed() })

const message = fc.record({
  content: fc.oneof(
    fc.record({ round: fc.constant(1 as const), viewSecret: bytes(32) }),
    fc.record({
      round: fc.integer({ min: 2, max: 2 ** 32 - 1 }),
      keys: fc.array(bytes(32), { maxLength: 20 }),
    }),
  ),
  signer: bytes(32),
  signature: bytes(64),
})

describe('messages of the key exchange', () => {
  test('are parsed to the written value', () => {
    fc.assert(
      fc.property(message, (each) => {
        expect(readExchangeMessage(writeExchangeMessage(each))).toEqual(each)
      }),
      runs(),
    )
  })

  test('error: mutated bytes are a valid message, or rejected with a known error', () => {
    const refusals = [
      'Deserializing kex msg failed.',
      'Invalid kex message round (must be > 1 for the general msg type).',
    ]
    const original = new Uint8Array(200).fill(7)
    const magic = fc.constantFrom('MultisigxV2R1', 'MultisigxV2Rn')
    fc.assert(
      fc.property(magic, mutated([original]), (word, content) => {
        const read = readExchangeMessage(word + encodeBase58(content))
        if (typeof read === 'string') expect(refusals).toContain(read)
        else expect(readExchangeMessage(writeExchangeMessage(read))).toEqual(read)
      }),
      { numRuns: count(1000, 100_000), seed: seed() },
    )
  })

  const keys = encodeBase58(new Uint8Array(128))
  test.each([
    ['empty', '', 'Kex message unexpectedly small.'],
    ['short', 'MultisigxV2R', 'Kex message unexpectedly small.'],
    ['of version 1', `MultisigV1${keys}`, 'V1 multisig kex messages are deprecated (unsafe).'],
    [
      'of version 1, too',
      `MultisigxV1${keys}`,
      'V1 multisig kex messages are deprecated (unsafe).',
    ],
    ['no Base58', `MultisigxV2R1${keys}0`, 'Multisig kex msg decoding error.'],
    ['in other characters', `MultisigxV2R1${keys}ß`, 'Multisig kex msg decoding error.'],
    ['of a later version', `MultisigxV3R1${keys}`, 'Only v2 multisig kex messages are supported.'],
    ['without content', 'MultisigxV2R1', 'Deserializing kex msg failed.'],
    [
      'too long',
      `MultisigxV2R1${encodeBase58(new Uint8Array(129))}`,
      'Deserializing kex msg failed.',
    ],
    [
      'of a first round that says it is a later one',
      `MultisigxV2Rn${encodeBase58(Uint8Array.of(1, 0, ...new Uint8Array(96)))}`,
      'Invalid kex message round (must be > 1 for the general msg type).',
    ],
  ])('error: %s', (_, text, problem) => {
    expect(readExchangeMessage(text)).toBe(problem)
  })
})
