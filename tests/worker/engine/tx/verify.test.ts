import { beforeAll, describe, expect, test } from 'vitest'
import { buildTransaction } from '../../../../worker/engine/tx/build.ts'
import { decompose } from '../../../../worker/engine/tx/decompose.ts'
import { verifyBuilt } from '../../../../worker/engine/tx/verify.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'
import {
  build,
  crypto,
  draft,
  mint,
  others,
  secrets,
  standard,
  subaddress,
  terms,
} from '../../../support/transactions/own-transactions.ts'

describe('verifyBuilt', () => {
  let built: ReturnType<typeof build>
  beforeAll(() => {
    const owned = [mint.output({ amount: 10n ** 12n })]
    built = build(draft(owned, [{ ...standard(), amount: 5n }]))
  })
  const refused = (changed: Partial<typeof built>) =>
    expect(() => verifyBuilt(crypto, secrets, { ...built, ...changed })).toThrow(
      expect.objectContaining({
        code: -4,
        message: 'Created transaction(s) failed sanity check',
      }),
    )

  test('accepts what was built', () => {
    expect(() => verifyBuilt(crypto, secrets, built)).not.toThrow()
  })

  test('error: another fee, weight or unlock time than the draft has', () => {
    refused({ draft: { ...built.draft, fee: 1n } })
    refused({ draft: { ...built.draft, weight: built.draft.weight + 1 } })
    refused({ draft: { ...built.draft, unlockTime: 1n } })
  })

  test('error: another amount, or another recipient', () => {
    const { layout } = built
    const outputs = layout.outputs.map((output) => ({ ...output, amount: output.amount + 1n }))
    refused({ layout: { ...layout, outputs } })
    const thief = layout.outputs.map((output) => ({ ...output, ...standard(others[1]) }))
    refused({ layout: { ...layout, outputs: thief } })
  })

  test('error: another input or ring', () => {
    const other = mint.output({ amount: 10n ** 12n })
    refused({ draft: { ...built.draft, inputs: [other] } })
    refused({ draft: { ...built.draft, rings: [mint.ring(other, 16)] } })
  })

  test('error: a changed bit in a signature', () => {
    const blob = built.tx.blob.slice()
    blob[blob.length - 40]! ^= 1
    refused({ tx: { ...built.tx, blob } })
  })

  test('error: another key image than the ledger has', () => {
    const [input] = built.draft.inputs
    refused({ draft: { ...built.draft, inputs: [{ ...input!, keyImage: '11'.repeat(32) }] } })
    const { keyImage: _, ...unknown } = input!
    const draft = { ...built.draft, inputs: [unknown] }
    expect(() => verifyBuilt(crypto, secrets, { ...built, draft })).not.toThrow()
  })

  test('error: another amount field, global index or key than the input has', () => {
    const input = built.draft.inputs[0]!
    for (const changed of [
      { ...input, ringct: false },
      { ...input, globalIndex: input.globalIndex + 1n },
      { ...input, key: mint.output({ amount: 1n }).key },
    ])
      refused({ draft: { ...built.draft, inputs: [changed] } })
  })

  test('error: commitments that do not balance, under valid signatures', () => {
    const { draft } = built
    const unbalanced = build({ ...draft, fee: draft.fee + 1n })
    expect(() => verifyBuilt(crypto, secrets, unbalanced)).toThrow(
      'Created transaction(s) failed sanity check',
    )
  })

  test('error: a wrong view tag, under valid signatures', () => {
    const wrongTags = { ...crypto, deriveViewTag: () => 1 + (crypto.randomScalar()[0]! >> 1) }
    const rebuilt = buildTransaction(
      { crypto: wrongTags, random: seededBytes(2) },
      secrets,
      built.draft,
    )
    expect(() => verifyBuilt(crypto, secrets, rebuilt)).toThrow(
      'Created transaction(s) failed sanity check',
    )
  })

  test('error: change to an address that the view key does not open', () => {
    const { layout } = built
    const change = { ...layout.change!, ...standard(others[1]) }
    const outputs = layout.outputs.map((output) =>
      output.amount === change.amount ? change : output,
    )
    refused({ layout: { ...layout, change, outputs } })
  })

  test('error: more inputs or outputs than the draft has', () => {
    refused({ draft: { ...built.draft, inputs: [] } })
    refused({
      draft: { ...built.draft, inputs: [...built.draft.inputs, mint.output({ amount: 1n })] },
    })
    const { outputs } = built.layout
    refused({ layout: { ...built.layout, outputs: outputs.slice(1) } })
    refused({ layout: { ...built.layout, outputs: [...outputs, outputs[0]!] } })
  })

  test('error: a changed byte anywhere in the blob', () => {
    const { blob } = built.tx
    for (let at = 0; at < blob.length; at += Math.ceil(blob.length / 20)) {
      const changed = blob.slice()
      changed[at]! ^= 1
      expect(() =>
        verifyBuilt(crypto, secrets, { ...built, tx: { ...built.tx, blob: changed } }),
      ).toThrow()
    }
  })

  test('error: secret transaction keys that do not belong to the extra', () => {
    refused({ keys: { ...built.keys, main: crypto.randomScalar() } })
    refused({ keys: { ...built.keys, additional: [built.keys.main] } })
  })
})

describe('verifyBuilt of several subaddresses', () => {
  test('error: one additional key is changed', () => {
    const payments = [3, 4].map((address) => ({ ...subaddress(address), amount: 5n }))
    const built = build(draft([mint.output({ amount: 10n ** 12n })], payments))
    expect(() => verifyBuilt(crypto, secrets, built)).not.toThrow()
    const additional = built.keys.additional.map(() => crypto.randomScalar())
    const keys = { ...built.keys, additional }
    expect(() => verifyBuilt(crypto, secrets, { ...built, keys })).toThrow(
      'Created transaction(s) failed sanity check',
    )
  })
})

describe('verifyBuilt of version 1', () => {
  const one = Uint8Array.of(1, ...new Uint8Array(31))
  const amount = 7_654_321n
  const fee = 100_000_000n

  /** A signed transaction that sweeps one output of before RingCT. */
  function plain() {
    const minted = mint.output({ amount: amount + fee })
    const coin = { ...minted, ringct: false, mask: one }
    const made = draft([coin], [{ ...terms().change, amount }], { ringct: false })
    return build(made)
  }

  test('accepts what was built, with decomposed amounts', () => {
    const built = plain()
    verifyBuilt(crypto, secrets, built)
    expect(built.tx.version).toBe(1)
    const amounts = built.tx.outputs.map((output) => output.amount)
    expect(amounts.sort((a, b) => Number(a - b))).toEqual(decompose(amount))
  })

  test('error: another fee, amount, ring or signature', () => {
    const built = plain()
    const { draft, layout, tx } = built
    const outputs = layout.outputs.map((output) => ({ ...output, amount: output.amount + 1n }))
    const blob = tx.blob.slice()
    blob[blob.length - 1]! ^= 1
    const ring = draft.rings[0]!
    const members = ring.members.map((member, at) =>
      at === ring.realIndex
        ? member
        : { ...member, key: crypto.multiplyBase(crypto.randomScalar()) },
    )
    for (const changed of [
      { draft: { ...draft, fee: draft.fee + 1n } },
      { draft: { ...draft, ringct: true } },
      { draft: { ...draft, rings: [{ ...ring, members }] } },
      { layout: { ...layout, outputs } },
      { tx: { ...tx, blob } },
    ])
      expect(() => verifyBuilt(crypto, secrets, { ...built, ...changed })).toThrow(
        'Created transaction(s) failed sanity check',
      )
  })
})
