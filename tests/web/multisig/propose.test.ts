import { describe, expect, test } from 'vitest'
import { propose } from '../../../web/multisig/propose.ts'
import { sharedOf } from '../../../web/multisig/multisig.svelte.ts'
import { memberPage, paymentOf } from './scripted-member.ts'

const wanted = { method: 'transfer_split' as const, params: {} }

describe('a proposal', () => {
  test('is in hand, and nobody has it', async () => {
    const { session, script, keptIn } = memberPage()
    expect(await propose(session, wanted)).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ payment: script.proposed, agreed: false })
  })

  test('takes the place of one before that nobody has', async () => {
    const { session, script, keep, keptIn } = memberPage()
    keep({ payment: paymentOf('before', 'a'), agreed: false })
    expect(await propose(session, wanted)).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ payment: script.proposed, agreed: false, next: '' })
  })

  test('waits where what is in hand has a signature of this member', async () => {
    const { session, wallet, script, keep, keptIn } = memberPage()
    const inHand = paymentOf('before', 'b', 'a')
    keep({ payment: inHand, agreed: true })
    expect(await propose(session, wanted)).toBeUndefined()
    const waits = { payment: inHand, agreed: true, next: script.proposed, nextAgreed: false }
    expect(keptIn('mine')).toMatchObject(waits)
    await (await sharedOf(session, wallet)).paying.drop()
    expect(keptIn('mine')).toMatchObject({ payment: script.proposed, agreed: false, next: '' })
  })

  test('waits where what is in hand is signed while it is made', async () => {
    const { session, wallet, script, keep, keptIn } = memberPage()
    keep({ payment: paymentOf('before', 'b'), agreed: true })
    const shared = await sharedOf(session, wallet)
    await shared.start()
    script.before.transfer_split = () => shared.paying.sign()
    expect(await propose(session, wanted)).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({
      ...{ payment: paymentOf('before', 'b', 'a'), next: script.proposed },
    })
  })

  test.each([
    ['before the page has heard of it', false],
    ['and on the page', true],
  ])('error: is not kept in a wallet that was opened meanwhile: %s', async (_, onPage) => {
    const { session, script, switchTo, called, keptIn } = memberPage()
    script.before.transfer_split = () => (onPage ? switchTo('other') : void (script.open = 'other'))
    expect(await propose(session, wanted)).toBe('The wallet was closed meanwhile.')
    expect(called('set_attribute')).toEqual([])
    expect(keptIn('other').payment).toBe('')
  })

  test('error: no wallet is open', async () => {
    const { session, switchTo } = memberPage()
    switchTo(undefined)
    expect(await propose(session, wanted)).toBe('The wallet was closed meanwhile.')
  })
})
