import { describe, expect, test } from 'vitest'
import type { Progress } from '../../../../web/multisig/state/progress.ts'
import { Multisig } from '../../../../web/multisig/state/multisig.svelte.ts'
import { memberPage, paymentOf } from './scripted-member.ts'

/** Member b of a group of which three sign, with a current payment. */
async function withPayment(payment: string, progress: Partial<Progress> = {}) {
  const page = memberPage({ own: 'b' })
  page.store({ payment, confirmed: true, ...progress })
  const multisig = new Multisig(page.wallet)
  await multisig.start()
  return { ...page, multisig, payment: multisig.payment }
}
const signed = paymentOf('rent', 'a', 'b')
const other = paymentOf('food', 'c')

describe('a signature of this member', () => {
  test('error: is not replaced by the version before it', async () => {
    const { multisig, payment, storedIn } = await withPayment(paymentOf('rent', 'a'))
    await payment.sign()
    const older = paymentOf('rent', 'a')
    expect(await payment.receive(older)).toMatch(
      /^This version of the payment lacks your signature\./,
    )
    expect(await multisig.receive(older)).toEqual({
      error: expect.stringMatching(/lacks your signature/),
    })
    expect(storedIn('mine').payment).toBe(signed)
    expect(payment.message.text).toBe(signed)
  })

  test('stays until the user discards it for another payment', async () => {
    const { payment, storedIn } = await withPayment(signed)
    expect(await payment.receive(other)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      payment: signed,
      replacement: other,
      replacementConfirmed: true,
    })
    expect(payment.replacement).toMatchObject({ desc: [{ extra: 'food' }] })
    expect(payment.description).toMatchObject({ desc: [{ extra: 'rent' }] })
    await payment.remove()
    expect(storedIn('mine')).toMatchObject({ payment: other, confirmed: true, replacement: '' })
    expect(payment.description).toMatchObject({ desc: [{ extra: 'food' }] })
    expect(payment.replacement).toBeUndefined()
  })

  test('stays when the user keeps it, and the other payment is removed', async () => {
    const { payment, storedIn } = await withPayment(signed, {
      replacement: other,
      replacementConfirmed: true,
    })
    expect(payment.replacement).toMatchObject({ desc: [{ extra: 'food' }] })
    await payment.removeReplacement()
    expect(storedIn('mine')).toMatchObject({
      payment: signed,
      replacement: '',
      replacementConfirmed: false,
    })
    expect(payment.replacement).toBeUndefined()
  })

  test('is reported, so that the user is asked before it is removed', async () => {
    const { payment } = await withPayment(paymentOf('rent', 'a'))
    expect(payment.hasSignatureOf('b')).toBe(false)
    await payment.sign()
    expect(payment.hasSignatureOf('b')).toBe(true)
  })

  test('becomes current even if another payment was imported while it was made', async () => {
    const { payment, script, storedIn } = await withPayment(paymentOf('rent', 'a'))
    script.before.sign_multisig = async () => void (await payment.receive(other))
    await payment.sign()
    expect(storedIn('mine')).toMatchObject({
      payment: signed,
      replacement: other,
      replacementConfirmed: true,
    })
  })

  test('is stored later if its wallet was closed first', async () => {
    const { payment, script, session, switchTo, storedIn } = await withPayment(
      paymentOf('rent', 'a'),
    )
    script.before.sign_multisig = () => switchTo('other')
    await payment.sign()
    expect(payment.task.error).toBe('The wallet was closed in the meantime.')
    expect(storedIn('mine').payment).toBe(paymentOf('rent', 'a'))
    expect(storedIn('other').payment).toBe('')
    switchTo('mine')
    const reopened = new Multisig(session.wallet!)
    await reopened.start()
    expect(storedIn('mine')).toMatchObject({ payment: signed, replacement: '' })
    expect(reopened.payment.signers.signed).toEqual(['a', 'b'])
  })
})

describe('the current payment', () => {
  test('is replaced if this member has not signed it', async () => {
    const { payment, storedIn } = await withPayment(paymentOf('rent', 'a'))
    expect(await payment.receive(other)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({ payment: other, replacement: '' })
  })

  test('is replaced by a version with more signatures', async () => {
    const { payment, storedIn } = await withPayment(signed)
    const further = paymentOf('rent', 'a', 'b', 'c')
    expect(await payment.receive(further)).toBeUndefined()
    expect(storedIn('mine').payment).toBe(further)
    expect(payment.missing).toBe(0)
  })

  test('is followed by the waiting payment once it is sent', async () => {
    const further = paymentOf('rent', 'a', 'b', 'c')
    const { payment, storedIn } = await withPayment(further, {
      replacement: other,
      replacementConfirmed: true,
    })
    await payment.send()
    expect(payment.sent).toEqual(['ff'])
    expect(storedIn('mine')).toMatchObject({ payment: other, replacement: '' })
  })

  test('error: is neither signed nor sent by another wallet', async () => {
    const { payment, switchTo, called, storedIn } = await withPayment(paymentOf('rent', 'a'))
    switchTo('other')
    await payment.sign()
    await payment.send()
    await payment.remove()
    expect(payment.task.error).toBe('The wallet was closed in the meantime.')
    expect([...called('sign_multisig'), ...called('submit_multisig')]).toEqual([])
    expect(storedIn('other').payment).toBe('')
    expect(called('set_attribute')).toEqual([])
  })
})

test('the worker opens a set once to describe it, and once to sign or send it', async () => {
  const { payment, script } = await withPayment(other)
  const received = paymentOf('rent', 'a', 'c')
  expect(await payment.receive(received)).toBeUndefined()
  expect(script.opened).toEqual([other, received])
  await payment.sign()
  const signedByAll = paymentOf('rent', 'a', 'c', 'b')
  expect(script.opened.slice(2)).toEqual([received, signedByAll])
  await payment.send()
  expect(script.opened.slice(4)).toEqual([signedByAll])
})
