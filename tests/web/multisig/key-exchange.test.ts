import { describe, expect, test } from 'vitest'
import type { KeyMessage } from '../../../web/multisig/messages.ts'
import { Shared } from '../../../web/multisig/multisig.svelte.ts'
import { memberPage } from './scripted-member.ts'

const nothing = async () => undefined

describe('a wallet that was opened meanwhile', () => {
  test('error: is told nothing of a group that was begun', async () => {
    const { session, wallet, script, called, switchTo, keptIn } = memberPage()
    const { making } = new Shared(session, wallet)
    script.before.prepare_multisig = () => switchTo('other')
    await making.begin({ threshold: 2, total: 3 })
    expect(making.task.fault).toBe('The wallet was closed meanwhile.')
    expect(called('set_attribute')).toEqual([])
    expect(keptIn('other').total).toBe(0)
  })

  test('error: does not become shared', async () => {
    const { session, wallet, called, switchTo } = memberPage()
    const { making } = new Shared(session, wallet)
    const first: KeyMessage = { kind: 'keys', text: 'x', round: 1, from: 'a' }
    making.own = first
    await making.goOn(nothing)
    expect(called('make_multisig')).toEqual([{ threshold: 3, multisig_info: [] }])
    making.own = first
    switchTo('other')
    await making.goOn(nothing)
    expect(making.task.fault).toBe('The wallet was closed meanwhile.')
    expect(called('make_multisig')).toHaveLength(1)
  })
})
