import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  readMultisigSet,
  writeMultisigSet,
  type MultisigTx,
} from '#protocol/interchange/multisig-set.ts'
import { propose } from '../../../../worker/engine/multisig/propose.ts'
import { reconstruct } from '../../../../worker/engine/multisig/reconstruct.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { lightGroup, payLightGroup, shareInfos } from '../../../support/multisig/light-group.ts'
import { mutated } from '../../../support/mutation/arbitrary-mutations.ts'
import { paid, paymentDraft } from '../../../support/multisig/spendable-group.ts'

const members = await lightGroup(2, 2)
const wanted = [100n, 101n].map((globalIndex) => ({ globalIndex, amount: paid }))
const outputs = await payLightGroup(members, wanted, true)
await shareInfos(members)
const [one, two] = members as [(typeof members)[0], (typeof members)[0]]
const draft = paymentDraft(
  one,
  outputs.map(({ key }) => key),
)
const proposeNew = () => propose({ ...one, position: () => 0 }, one.secrets, draft)
const tx = await proposeNew()
const other = await proposeNew()
const { construction } = tx

const check = (given: MultisigTx) => reconstruct(two.crypto, two.store, two.secrets, given)
const changed = (given: Partial<MultisigTx['construction']>) =>
  check({ ...tx, construction: { ...construction, ...given } })

describe('reconstruct', () => {
  test('returns the inputs to sign in order, with rings and key images', () => {
    const { inputs, toSign } = check(tx) as Exclude<ReturnType<typeof check>, string>
    const images = outputs
      .map(({ keyImage }) => keyImage)
      .sort()
      .reverse()
    expect(inputs.map(({ keyImage }) => bytesToHex(keyImage))).toEqual(images)
    expect(toSign.map(({ keyImage }) => bytesToHex(keyImage))).toEqual(images)
    for (const [i, { ring, realIndex }] of toSign.entries()) {
      expect(ring).toHaveLength(16)
      expect(bytesToHex(ring[realIndex]!.key)).toBe(inputs[i]!.output.key)
    }
    expect(new Set(toSign.map(({ message }) => bytesToHex(message))).size).toBe(1)
  })

  const [first, second] = construction.sources
  const unlike = 'it does not match its description'
  test.each<[string, () => ReturnType<typeof check>, string]>([
    [
      'other amounts of outputs',
      () => changed({ outputs: construction.outputs.toReversed().slice(1) }),
      'its outputs are not the payments it names and its change',
    ],
    ['an output twice', () => changed({ sources: [first!, first!] }), 'it spends an output twice'],
    [
      'another key image',
      () => changed({ sources: [{ ...first!, keyImage: second!.keyImage! }, second!] }),
      'an input is unknown to this wallet, or differs from its record',
    ],
    [
      'no key image',
      () => {
        const { keyImage: _, ...source } = first!
        return changed({ sources: [source, second!] })
      },
      'an input is unknown to this wallet, or differs from its record',
    ],
    [
      'another fee',
      () => check({ ...tx, fee: tx.fee + 1n }),
      'its fee is not the difference between inputs and outputs',
    ],
    ['another transaction', () => check({ ...tx, tx: other.tx }), unlike],
    ['other entropy', () => check({ ...tx, entropy: other.entropy }), unlike],
    ['other transaction keys', () => check({ ...tx, txKeys: other.txKeys }), unlike],
    ['another unlock time', () => changed({ unlockTime: 1n }), unlike],
    [
      'another order of outputs',
      () => changed({ outputs: construction.outputs.toReversed() }),
      unlike,
    ],
  ])('error: %s', (_, attempt, reason) => {
    expect(attempt()).toBe(reason)
  })

  test('error: an output that this member lacks, or has with other fields', async () => {
    const { store } = two
    const output = store.outputs.get(outputs[0]!.key)!
    const unknown = 'an input is unknown to this wallet, or differs from its record'
    for (const given of [{ globalIndex: 99n }, { amount: 1n }, { keyImage: '00' }, undefined]) {
      await store.commit((change) =>
        given
          ? change.put(store.outputs, output.key, { ...output, ...given })
          : change.delete(store.outputs, output.key),
      )
      expect(check(tx)).toBe(unknown)
    }
    await store.commit((change) => change.put(store.outputs, output.key, output))
    expect(check(tx)).toBeTypeOf('object')
  })

  test('law: any bytes make the same transaction, or are refused', () => {
    const messages = (each: MultisigTx) => {
      const made = check(each)
      return typeof made === 'string' ? [] : made.toSign.map(({ message }) => bytesToHex(message))
    }
    const expected = messages(tx)
    expect(expected).toHaveLength(2)
    const set = { transactions: [tx], signers: [one.name] }
    fc.assert(
      fc.property(mutated([writeMultisigSet(set)]), (bytes) => {
        for (const each of readMultisigSet(bytes)?.transactions ?? [])
          expect([[], expected]).toContainEqual(messages(each))
      }),
      { numRuns: count(100, 10_000), seed: seed() },
    )
  })
})
