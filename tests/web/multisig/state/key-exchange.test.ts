import { describe, expect, test } from 'vitest'
import type { KeyMessage } from '../../../../web/multisig/state/messages.ts'
import { Multisig } from '../../../../web/multisig/state/multisig.svelte.ts'
import { memberPage } from './scripted-member.ts'

const nothing = async () => undefined

describe('another wallet that was opened in the meantime', () => {
  test('error: does not store a key exchange that was started', async () => {
    const { wallet, script, called, switchTo, storedIn } = memberPage()
    const { keyExchange } = new Multisig(wallet)
    script.before.prepare_multisig = () => switchTo('other')
    await keyExchange.start({ threshold: 2, total: 3 })
    expect(keyExchange.task.error).toBe('The wallet was closed in the meantime.')
    expect(called('set_attribute')).toEqual([])
    expect(storedIn('other').total).toBe(0)
  })

  test('error: does not become a multisig wallet', async () => {
    const { wallet, called, switchTo } = memberPage()
    const { keyExchange } = new Multisig(wallet)
    const first: KeyMessage = { kind: 'keys', text: 'x', round: 1, from: 'a' }
    keyExchange.own = first
    await keyExchange.advance(nothing)
    expect(called('make_multisig')).toEqual([{ threshold: 3, multisig_info: [] }])
    keyExchange.own = first
    switchTo('other')
    await keyExchange.advance(nothing)
    expect(keyExchange.task.error).toBe('The wallet was closed in the meantime.')
    expect(called('make_multisig')).toHaveLength(1)
  })
})
