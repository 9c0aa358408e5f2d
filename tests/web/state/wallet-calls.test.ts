import { describe, expect, test } from 'vitest'
import { walletCalls } from '../../../web/state/wallet-calls.ts'
import { memberPage } from '../multisig/state/scripted-member.ts'

describe('walletCalls', () => {
  test('passes calls on while the wallet is open', async () => {
    const { session, wallet, called } = memberPage()
    const { client } = walletCalls(session, wallet)
    await client.submit_multisig({ tx_data_hex: '' }).catch(() => undefined)
    expect(called('submit_multisig')).toEqual([{ tx_data_hex: '' }])
  })

  test.each([
    ['the page shows another wallet', true],
    ['only the worker has another wallet open', false],
  ])('error: %s', async (_, notified) => {
    const { session, wallet, script, switchTo, called } = memberPage()
    const { client } = walletCalls(session, wallet)
    if (notified) switchTo('other')
    else script.open = 'other'
    await expect(client.export_multisig_info({})).rejects.toMatchObject({ reason: 'NOT_OPEN' })
    expect(called('export_multisig_info')).toEqual([])
  })

  test('is not a promise, so that a promise can resolve to the client', async () => {
    const { session, wallet } = memberPage()
    const { client } = walletCalls(session, wallet)
    expect(await Promise.resolve(client)).toBe(client)
  })
})
