import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { sameBytes, u64ToBytes } from '#protocol/bytes.ts'
import { additionalKeys, parseExtra, paymentId, publicKeys } from '#protocol/chain/extra.ts'
import type { Recipient } from '#protocol/interchange/construction.ts'
import { layOut, type Layout } from '../../../../worker/engine/tx/layout.ts'
import {
  makeOutputs,
  newTxKeys,
  xorPaymentId,
  type MadeOutputs,
} from '../../../../worker/engine/tx/outputs.ts'
import { ownRecipient, randomRecipient } from '../../../../worker/engine/tx/recipient.ts'
import {
  crypto,
  others,
  secrets,
  standard,
  subaddress,
  terms,
} from '../../../support/transactions/own-transactions.ts'

const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
const pay = (recipient: Recipient, amount: bigint) => ({ ...recipient, amount })
const change = pay(terms().change, 9n)
const lay = (...payments: ReturnType<typeof pay>[]) =>
  layOut(payments, change, randomRecipient(crypto))
const make = (layout: Layout, paymentId?: Uint8Array) =>
  makeOutputs(crypto, layout, newTxKeys(crypto, layout), secrets.viewSecret, paymentId)

/** Amounts of the outputs that a wallet finds at a spend key, as scanning does: by view key and extra. */
function found(made: MadeOutputs, viewSecret: Uint8Array, spendKey: Uint8Array) {
  const { fields } = parseExtra(made.extra)
  return made.outputs.flatMap(({ key, viewTag }, index) => {
    const candidates = [...publicKeys(fields), additionalKeys(fields)[index]]
    return candidates.flatMap((txPublicKey) => {
      const derivation = txPublicKey && crypto.keyDerivation(txPublicKey, viewSecret)
      if (!derivation || !sameBytes(crypto.derivePublicKey(derivation, index, spendKey)!, key))
        return []
      expect(crypto.deriveViewTag(derivation, index)).toBe(viewTag)
      const shared = crypto.derivationToScalar(derivation, index)
      const amount = made.amounts[index]!
      expect(crypto.xorAmount(made.ecdh[index]!.amount, shared)).toEqual(u64ToBytes(amount))
      const commitment = crypto.commit(amount, crypto.commitmentMask(shared))
      expect(made.commitments[index]).toEqual(commitment)
      expect(crypto.commit(amount, made.masks[index]!)).toEqual(commitment)
      return [amount]
    })
  })
}
const notConstructed = expect.objectContaining({
  reason: 'GENERIC_TRANSFER_ERROR',
  message: 'transaction was not constructed',
}) as Error

describe('makeOutputs', () => {
  test.each<[string, () => Recipient[]]>([
    ['a standard address', () => [standard()]],
    ['a subaddress', () => [subaddress(3)]],
    ['a subaddress and a standard address', () => [subaddress(3), standard(others[1])]],
    ['two subaddresses of two wallets', () => [subaddress(3), subaddress(4, others[1])]],
    ['an own subaddress', () => [ownRecipient(crypto, secrets, { account: 1, address: 2 })]],
  ])('makes outputs that %s and the change address find', (_, recipients) => {
    const payees = recipients()
    const made = make(lay(...payees.map((each, at) => pay(each, BigInt(at + 1)))))
    for (const [at, { spendKey }] of payees.entries()) {
      const wallets = [secrets, ...others].flatMap((wallet) =>
        found(made, wallet.viewSecret, spendKey),
      )
      expect(wallets).toEqual([BigInt(at + 1)])
    }
    expect(found(made, secrets.viewSecret, change.spendKey)).toEqual([9n])
    expect(made.outputs.map(({ amount }) => amount)).toEqual(made.outputs.map(() => 0n))
  })

  test('makes different keys for two outputs to one address', () => {
    const made = make(lay(pay(standard(), 1n), pay(standard(), 1n)))
    expect(found(made, others[0].viewSecret, standard().spendKey)).toEqual([1n, 1n])
    expect(new Set(made.outputs.map(({ key }) => key.join())).size).toBe(3)
  })

  test('shows the amounts of version 1', () => {
    const layout = { ...lay(pay(standard(), 7n)), ringct: false }
    expect(make(layout).outputs.map(({ amount }) => amount)).toEqual([7n, 9n])
  })

  test('encrypts the payment id for its recipient', () => {
    const { fields } = parseExtra(make(lay(pay(standard(), 1n)), id).extra)
    const hidden = paymentId(fields)!
    expect(hidden.kind).toBe('encrypted')
    expect(hidden.id).not.toEqual(id)
    const [txPublicKey] = publicKeys(fields)
    expect(xorPaymentId(crypto, hidden.id, txPublicKey!, others[0].viewSecret)).toEqual(id)
  })

  test('error: a payment id for two recipients', () => {
    const layout = lay(pay(standard(), 1n), pay(standard(others[1]), 1n))
    expect(() => make(layout, id)).toThrow(notConstructed)
  })

  test('error: a key that is not a point', () => {
    const broken = new Uint8Array(32).fill(0xff)
    for (const payee of [
      { ...standard(), viewKey: broken },
      { ...standard(), spendKey: broken },
      { ...subaddress(3), spendKey: broken },
    ])
      expect(() => make(lay(pay(payee, 1n)))).toThrow(notConstructed)
  })
})

test('newTxKeys makes a key for each output only where the layout needs it', () => {
  expect(newTxKeys(crypto, lay(pay(subaddress(3), 1n))).additional).toEqual([])
  const layout = lay(pay(subaddress(3), 1n), pay(standard(), 1n))
  const { main, additional } = newTxKeys(crypto, layout)
  expect(additional).toHaveLength(3)
  expect(new Set([main, ...additional].map((key) => key.join())).size).toBe(4)
})

test('xorPaymentId adds the start of keccak(derivation, 0x8d)', () => {
  // monero src/device/device_default.cpp encrypt_payment_id
  const { viewKey } = standard()
  const secret = crypto.randomScalar()
  const derivation = crypto.keyDerivation(viewKey, secret)!
  const pad = crypto.keccak256(concatBytes(derivation, Uint8Array.of(0x8d)))
  expect(xorPaymentId(crypto, new Uint8Array(8), viewKey, secret)).toEqual(pad.slice(0, 8))
})

test('xorPaymentId is undefined for a key that is not a point', () => {
  const broken = new Uint8Array(32).fill(0xff)
  expect(xorPaymentId(crypto, id, broken, others[0].viewSecret)).toBeUndefined()
})
