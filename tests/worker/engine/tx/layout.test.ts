import type { Recipient, RecipientAmount } from '../../../../protocol/interchange/construction.ts'
import { describe, expect, test } from 'vitest'
import { hasPaymentId, layOut } from '../../../../worker/engine/tx/layout.ts'

const payee = (name: number, isSubaddress = false): Recipient => ({
  spendKey: new Uint8Array(32).fill(name),
  viewKey: new Uint8Array(32).fill(name),
  isSubaddress,
  isIntegrated: false,
  original: '',
})
const pay = (name: number, isSubaddress = false): RecipientAmount => ({
  ...payee(name, isSubaddress),
  amount: 5n,
})
const change = (amount: bigint): RecipientAmount => ({ ...payee(99), amount })
const dummyRecipient = payee(0xee)
const id = new Uint8Array(8)

describe('layOut', () => {
  test('adds a separate output for change', () => {
    const layout = layOut([pay(1)], change(3n), dummyRecipient)
    expect(layout.outputs).toEqual([pay(1), change(3n)])
    expect(layout).toMatchObject({ change: change(3n), additionalKeys: false, idPayee: pay(1) })
    expect(hasPaymentId(layout, undefined)).toBe(true)
  })

  test('adds a dummy output to one payment without change', () => {
    const layout = layOut([pay(1)], change(0n), dummyRecipient)
    expect(layout.outputs).toEqual([pay(1), { ...dummyRecipient, amount: 0n }])
    expect(layout.idPayee).toEqual(pay(1))
  })

  test('adds no dummy output to two payments without change', () => {
    const layout = layOut([pay(1), pay(2)], change(0n), dummyRecipient)
    expect(layout.outputs).toEqual([pay(1), pay(2)])
    expect(layout.change).toBeUndefined()
    // A dummy id would need one payee to be encrypted for.
    expect(hasPaymentId(layout, undefined)).toBe(false)
  })

  test('makes the key from the spend key of a single subaddress', () => {
    const layout = layOut([pay(1, true)], change(3n), dummyRecipient)
    expect(layout).toMatchObject({ soleSubaddress: pay(1, true), additionalKeys: false })
    const twice = layOut([pay(1, true), pay(1, true)], change(3n), dummyRecipient)
    expect(twice).toMatchObject({ soleSubaddress: pay(1, true), additionalKeys: false })
  })

  test.each([
    ['two subaddresses', [pay(1, true), pay(2, true)]],
    ['a subaddress and a standard address', [pay(1, true), pay(2)]],
  ])('gives each output a key for %s', (_, payments) => {
    const layout = layOut(payments, change(3n), dummyRecipient)
    expect(layout).toMatchObject({ soleSubaddress: undefined, additionalKeys: true })
  })

  test('counts a payment to our own change address as change', () => {
    const layout = layOut([pay(99), pay(1, true)], change(3n), dummyRecipient)
    expect(layout).toMatchObject({ soleSubaddress: pay(1, true), additionalKeys: false })
    expect(layOut([pay(99)], change(3n), dummyRecipient).idPayee).toEqual(change(3n))
  })

  test('has a payment id for one payee in any number of outputs, a dummy one in two', () => {
    const three = layOut([pay(1), pay(1)], change(3n), dummyRecipient)
    expect(hasPaymentId(three, id)).toBe(true)
    expect(hasPaymentId(three, undefined)).toBe(false)
    const others = layOut([pay(1), pay(2)], change(3n), dummyRecipient)
    expect(hasPaymentId(others, id)).toBe(false)
  })
})
