import fc from 'fast-check'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { parseExtra, paymentId, publicKeys } from '#protocol/chain/extra.ts'
import { xorPaymentId } from '../../../../worker/engine/tx/outputs.ts'
import { ownRecipient } from '../../../../worker/engine/tx/recipient.ts'
import { verifyBuilt } from '../../../../worker/engine/tx/verify.ts'
import { CoinMint } from '../../../support/chains/coin-mint.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
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
import { smallOrder } from '../../../wasm/values.ts'

describe('buildTransaction', () => {
  test.each([
    ['a standard address', () => [{ ...standard(), amount: 5n }], 1],
    ['a subaddress', () => [{ ...subaddress(3), amount: 5n }], 1],
    [
      'two subaddresses and a standard address',
      () => [subaddress(3), subaddress(4), standard(others[1])].map((p) => ({ ...p, amount: 5n })),
      1,
    ],
    ['ourselves', () => [{ ...terms().change, amount: 5n }], 1],
    [
      'our own subaddress',
      () => [{ ...ownRecipient(crypto, secrets, { account: 0, address: 2 }), amount: 5n }],
      1,
    ],
    ['from two inputs', () => [{ ...standard(), amount: 5n }], 2],
  ])('pays %s', (_, payments, inputs) => {
    const owned = Array.from({ length: inputs }, (_, i) =>
      mint.output({ amount: 10n ** 12n, address: i }),
    )
    const made = draft(owned, payments())
    const built = build(made)
    expect(() => verifyBuilt(crypto, secrets, built)).not.toThrow()
    expect(built.tx.outputs.length).toBe(payments().length + 1)
  })

  test('spends from another account, with change to its first address', () => {
    const owned = [mint.output({ amount: 10n ** 12n, account: 2, address: 5 })]
    const built = build(draft(owned, [{ ...subaddress(1), amount: 7n }], terms(2)))
    verifyBuilt(crypto, secrets, built)
    expect(built.layout.change!.spendKey).toEqual(
      ownRecipient(crypto, secrets, { account: 2, address: 0 }).spendKey,
    )
  })

  test('adds a zero-amount output when there is no change', () => {
    const owned = [mint.output({ amount: 10n ** 12n })]
    const built = build(draft(owned, [{ ...standard(), amount: 10n ** 12n - 100_000_000n }]))
    verifyBuilt(crypto, secrets, built)
    expect(built.tx.outputs.length).toBe(2)
    expect(built.layout.outputs.map(({ amount }) => amount).sort()).toEqual([0n, 999_900_000_000n])
  })

  test('sorts inputs by key image, the greatest first', () => {
    const owned = Array.from({ length: 4 }, () => mint.output({ amount: 10n ** 12n }))
    const built = build(draft(owned, [{ ...standard(), amount: 5n }]))
    const images = built.tx.inputs.map((input) =>
      input.kind === 'key' ? bytesToHex(input.keyImage) : '',
    )
    expect(images).toEqual([...images].sort().reverse())
    expect(images).toEqual(built.draft.inputs.map(({ keyImage }) => keyImage))
    verifyBuilt(crypto, secrets, built)
  })

  test('encrypts the payment id for the recipient, or a dummy one', () => {
    const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const owned = [mint.output({ amount: 10n ** 12n })]
    const decrypted = (given: Uint8Array | undefined) => {
      const built = build(draft(owned, [{ ...standard(), amount: 5n }], { paymentId: given }))
      verifyBuilt(crypto, secrets, built)
      const { fields } = parseExtra(built.tx.extra)
      const hidden = paymentId(fields)!
      expect(hidden.kind).toBe('encrypted')
      return xorPaymentId(crypto, hidden.id, publicKeys(fields)[0]!, others[0].viewSecret)
    }
    expect(decrypted(id)).toEqual(id)
    expect(decrypted(undefined)).toEqual(new Uint8Array(8))
  })

  test('keeps the unlock time', () => {
    const owned = [mint.output({ amount: 10n ** 12n })]
    const built = build({
      ...draft(owned, [{ ...standard(), amount: 5n }]),
      unlockTime: 99n,
    })
    expect(built.tx.unlockTime).toBe(99n)
    verifyBuilt(crypto, secrets, built)
  })

  test('law: every built transaction passes verification', () => {
    const ours = (address: number) => ownRecipient(crypto, secrets, { account: 0, address })
    const payees = [standard(), standard(others[1]), subaddress(1), subaddress(2), ours(0), ours(3)]
    const payment = fc.record({
      to: fc.nat({ max: payees.length - 1 }),
      amount: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    })
    const payments = fc.array(payment, { minLength: 1, maxLength: 5 })
    const inputs = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(inputs, payments, fc.boolean(), (addresses, wanted, changeless) => {
        const owned = addresses.map((address) => mint.output({ amount: 10n ** 12n, address }))
        const made = wanted.map(({ to, amount }) => ({ ...payees[to]!, amount }))
        const rest = sumOfAmounts(owned) - sumOfAmounts(made) - 100_000_000n
        if (changeless) made[0]!.amount += rest
        verifyBuilt(crypto, secrets, build(draft(owned, made)))
      }),
      { numRuns: count(5, 200), seed: seed() },
    )
  })

  test('error: a payment id for two recipients', () => {
    const owned = [mint.output({ amount: 10n ** 12n })]
    const payments = others.map((wallet) => ({ ...standard(wallet), amount: 5n }))
    expect(() => build(draft(owned, payments, { paymentId: new Uint8Array(8) }))).toThrow(
      expect.objectContaining({ code: -4, message: 'transaction was not constructed' }),
    )
  })

  test('error: an address whose view key is not a point', () => {
    const owned = [mint.output({ amount: 10n ** 12n })]
    const broken = { ...standard(), viewKey: new Uint8Array(32).fill(0xff), amount: 5n }
    expect(() => build(draft(owned, [broken]))).toThrow('transaction was not constructed')
  })

  test.each(smallOrder.map(bytesToHex))(
    'error: an address with a key of small order: %s',
    (hex) => {
      const key = hexToBytes(hex)
      const owned = [mint.output({ amount: 10n ** 12n })]
      for (const payee of [
        { ...subaddress(3), spendKey: key },
        { ...standard(), viewKey: key },
      ])
        expect(() => build(draft(owned, [{ ...payee, amount: 5n }]))).toThrow(
          'transaction was not constructed',
        )
    },
  )

  test('error: an output of other keys', () => {
    const foreign = new CoinMint(crypto, others[0]).output({ amount: 10n ** 12n })
    expect(() => build(draft([foreign], [{ ...standard(), amount: 5n }]))).toThrow(
      'an output of this wallet does not belong to its keys',
    )
  })
})
