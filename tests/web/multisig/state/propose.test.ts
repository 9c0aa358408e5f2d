import { describe, expect, test } from 'vitest'
import { propose } from '../../../../web/multisig/state/propose.ts'
import { multisigOf } from '../../../../web/multisig/state/multisig.svelte.ts'
import { memberPage, paymentOf } from './scripted-member.ts'

const request = { method: 'transfer_split' as const, params: {} }

describe('a proposal', () => {
  test('becomes the current payment, unconfirmed', async () => {
    const { session, script, storedIn } = memberPage()
    expect(await propose(session, request)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({ payment: script.proposed, confirmed: false })
  })

  test('replaces an earlier proposal that no other member has', async () => {
    const { session, script, store, storedIn } = memberPage()
    store({ payment: paymentOf('before', 'a'), confirmed: false })
    expect(await propose(session, request)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      payment: script.proposed,
      confirmed: false,
      replacement: '',
    })
  })

  test('waits if the current payment has a signature of this member', async () => {
    const { session, wallet, script, store, storedIn } = memberPage()
    const current = paymentOf('before', 'b', 'a')
    store({ payment: current, confirmed: true })
    expect(await propose(session, request)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      payment: current,
      confirmed: true,
      replacement: script.proposed,
      replacementConfirmed: false,
    })
    await multisigOf(wallet).payment.remove()
    expect(storedIn('mine')).toMatchObject({
      payment: script.proposed,
      confirmed: false,
      replacement: '',
    })
  })

  test('waits if the current payment is signed while the proposal is built', async () => {
    const { session, wallet, script, store, storedIn } = memberPage()
    store({ payment: paymentOf('before', 'b'), confirmed: true })
    const multisig = multisigOf(wallet)
    await multisig.start()
    script.before.transfer_split = () => multisig.payment.sign()
    expect(await propose(session, request)).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      payment: paymentOf('before', 'b', 'a'),
      replacement: script.proposed,
    })
  })

  test.each([
    ['before the page is notified', false],
    ['after the page is notified', true],
  ])('error: is not stored in another wallet, opened %s', async (_, notified) => {
    const { session, script, switchTo, called, storedIn } = memberPage()
    script.before.transfer_split = () =>
      notified ? switchTo('other') : void (script.open = 'other')
    expect(await propose(session, request)).toBe('The wallet was closed in the meantime.')
    expect(called('set_attribute')).toEqual([])
    expect(storedIn('other').payment).toBe('')
  })

  test('error: no wallet is open', async () => {
    const { session, switchTo } = memberPage()
    switchTo(undefined)
    expect(await propose(session, request)).toBe('The wallet was closed in the meantime.')
  })
})
