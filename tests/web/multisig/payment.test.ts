import { describe, expect, test } from 'vitest'
import type { Kept } from '../../../web/multisig/progress.ts'
import { Shared } from '../../../web/multisig/multisig.svelte.ts'
import { memberPage, paymentOf } from './scripted-member.ts'

/** Member b in a group of which three sign, with a payment in hand. */
async function withPayment(payment: string, kept: Partial<Kept> = {}) {
  const page = memberPage({ own: 'b' })
  page.keep({ payment, agreed: true, ...kept })
  const shared = new Shared(page.session, page.wallet)
  await shared.start()
  return { ...page, shared, paying: shared.paying }
}
const signed = paymentOf('rent', 'a', 'b')
const other = paymentOf('food', 'c')

describe('a signature of this member', () => {
  test('error: is not given up for the same payment before it', async () => {
    const { shared, paying, keptIn } = await withPayment(paymentOf('rent', 'a'))
    await paying.sign()
    const older = paymentOf('rent', 'a')
    expect(await paying.take(older)).toMatch(/^This is the payment before you signed it\./)
    expect(await shared.take(older)).toEqual({ fault: expect.stringMatching(/before you signed/) })
    expect(keptIn('mine').payment).toBe(signed)
    expect(paying.message.text).toBe(signed)
  })

  test('is there until the person gives it up for another payment', async () => {
    const { paying, keptIn } = await withPayment(signed)
    expect(await paying.take(other)).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ payment: signed, next: other, nextAgreed: true })
    expect(paying.next).toMatchObject({ desc: [{ extra: 'food' }] })
    expect(paying.description).toMatchObject({ desc: [{ extra: 'rent' }] })
    await paying.drop()
    expect(keptIn('mine')).toMatchObject({ payment: other, agreed: true, next: '' })
    expect(paying.description).toMatchObject({ desc: [{ extra: 'food' }] })
    expect(paying.next).toBeUndefined()
  })

  test('stays where the person keeps it, and the other payment goes', async () => {
    const { paying, keptIn } = await withPayment(signed, { next: other, nextAgreed: true })
    expect(paying.next).toMatchObject({ desc: [{ extra: 'food' }] })
    await paying.refuse()
    expect(keptIn('mine')).toMatchObject({ payment: signed, next: '', nextAgreed: false })
    expect(paying.next).toBeUndefined()
  })

  test('is asked about before it is put aside, where there is one', async () => {
    const { paying } = await withPayment(paymentOf('rent', 'a'))
    expect(paying.isHeldBy('b')).toBe(false)
    await paying.sign()
    expect(paying.isHeldBy('b')).toBe(true)
  })

  test('takes its place in hand, whatever was taken in while it was made', async () => {
    const { paying, script, keptIn } = await withPayment(paymentOf('rent', 'a'))
    script.before.sign_multisig = async () => void (await paying.take(other))
    await paying.sign()
    expect(keptIn('mine')).toMatchObject({ payment: signed, next: other, nextAgreed: true })
  })

  test('waits for its wallet where that was closed before it was stored', async () => {
    const { paying, script, session, switchTo, keptIn } = await withPayment(paymentOf('rent', 'a'))
    script.before.sign_multisig = () => switchTo('other')
    await paying.sign()
    expect(paying.task.fault).toBe('The wallet was closed meanwhile.')
    expect(keptIn('mine').payment).toBe(paymentOf('rent', 'a'))
    expect(keptIn('other').payment).toBe('')
    switchTo('mine')
    const again = new Shared(session, session.wallet!)
    await again.start()
    expect(keptIn('mine')).toMatchObject({ payment: signed, next: '' })
    expect(again.paying.signers.signed).toEqual(['a', 'b'])
  })
})

describe('a payment in hand', () => {
  test('that was not signed here makes room', async () => {
    const { paying, keptIn } = await withPayment(paymentOf('rent', 'a'))
    expect(await paying.take(other)).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ payment: other, next: '' })
  })

  test('comes back signed further', async () => {
    const { paying, keptIn } = await withPayment(signed)
    const further = paymentOf('rent', 'a', 'b', 'c')
    expect(await paying.take(further)).toBeUndefined()
    expect(keptIn('mine').payment).toBe(further)
    expect(paying.left).toBe(0)
  })

  test('leaves it to the one that waits once it is sent', async () => {
    const further = paymentOf('rent', 'a', 'b', 'c')
    const { paying, keptIn } = await withPayment(further, { next: other, nextAgreed: true })
    await paying.send()
    expect(paying.sent).toEqual(['ff'])
    expect(keptIn('mine')).toMatchObject({ payment: other, next: '' })
  })

  test('error: is neither signed nor sent by another wallet', async () => {
    const { paying, switchTo, called, keptIn } = await withPayment(paymentOf('rent', 'a'))
    switchTo('other')
    await paying.sign()
    await paying.send()
    await paying.drop()
    expect(paying.task.fault).toBe('The wallet was closed meanwhile.')
    expect([...called('sign_multisig'), ...called('submit_multisig')]).toEqual([])
    expect(keptIn('other').payment).toBe('')
    expect(called('set_attribute')).toEqual([])
  })
})
