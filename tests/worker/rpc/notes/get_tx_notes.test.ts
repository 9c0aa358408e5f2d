import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)] as const

describe('get_tx_notes', () => {
  test('returns notes in the requested order after the wallet is reopened', async () => {
    const { call, reopen } = await calledWallet()
    await call('set_tx_notes', { txids: [a, b], notes: ['rent', 'gift \u{1f381}'] })
    await reopen()
    expect(await call('get_tx_notes', { txids: [b, a] })).toEqual({
      result: { notes: ['gift \u{1f381}', 'rent'] },
    })
  })

  test('returns an empty note for a transaction without one', async () => {
    const { call } = await calledWallet()
    expect(await call('get_tx_notes', { txids: [a] })).toEqual({ result: { notes: [''] } })
  })

  test('accepts one id in place of a list', async () => {
    const { call } = await calledWallet()
    await call('set_tx_notes', { txids: [a], notes: ['rent'] })
    expect(await call('get_tx_notes', { txids: a })).toEqual({ result: { notes: ['rent'] } })
  })

  test.each(['', 'aa', 'zz'.repeat(32), `${a}0`])('error: %j is no id', async (txid) => {
    const { call } = await calledWallet()
    expect(await call('get_tx_notes', { txids: [a, txid] })).toEqual({
      error: { code: -8, message: 'TX ID has invalid format' },
    })
  })
})
