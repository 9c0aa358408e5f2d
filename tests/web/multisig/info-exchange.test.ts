import { describe, expect, test } from 'vitest'
import type { Kept } from '../../../web/multisig/progress.ts'
import { Shared } from '../../../web/multisig/multisig.svelte.ts'
import { memberPage, toldBy } from './scripted-member.ts'

/** Member a in a group of which two sign. */
async function inTurn(kept: Partial<Kept> = {}) {
  const page = memberPage({ threshold: 2 })
  page.keep(kept)
  const shared = new Shared(page.session, page.wallet)
  await shared.start()
  return { ...page, telling: shared.telling }
}
const heard = (...told: [from: string, turn: number][]) =>
  told.map(([from, turn]) => ({ from, text: toldBy(from, turn) }))
const own = toldBy('a', 1)
/** a has told, and learned from b. */
const learned = { told: own, heard: heard(['b', 1]), learned: true }

describe('who is late in a turn', () => {
  test('is learned from as well, and nobody else is dropped', async () => {
    const { telling, called, keptIn } = await inTurn(learned)
    expect(await telling.hear(toldBy('c', 1))).toBeUndefined()
    const now = { told: own, heard: heard(['b', 1], ['c', 1]), learned: true }
    expect(keptIn('mine')).toMatchObject(now)
    expect(called('import_multisig_info')).toEqual([{ info: [toldBy('b', 1), toldBy('c', 1)] }])
    expect(telling).toMatchObject({ learned: true, own: { text: own }, heard: ['b', 'c'] })
  })

  test('error: is not there where nothing could be learned', async () => {
    const { telling, script, keptIn } = await inTurn(learned)
    script.before.import_multisig_info = () => Promise.reject(new Error('broken'))
    await expect(telling.hear(toldBy('c', 1))).rejects.toThrow('broken')
    expect(keptIn('mine')).toMatchObject(learned)
  })

  test('may be this member, which goes on knowing what the others told', async () => {
    const { telling, keptIn } = await inTurn({ ...learned, told: '' })
    await telling.tell()
    expect(keptIn('mine')).toMatchObject({ ...learned, told: toldBy('a', 9) })
  })

  test('is waited for where it tells while others are learned from', async () => {
    const { telling, script, keptIn } = await inTurn({ ...learned, learned: false })
    script.before.import_multisig_info = () => telling.hear(toldBy('c', 1))
    await telling.learn()
    const now = { heard: heard(['b', 1], ['c', 1]), learned: false }
    expect(keptIn('mine')).toMatchObject(now)
    delete script.before.import_multisig_info
    await telling.learn()
    expect(keptIn('mine')).toMatchObject({ ...now, learned: true })
  })
})

describe('the next turn', () => {
  test('begins when a member tells again', async () => {
    const { telling, called, keptIn } = await inTurn(learned)
    expect(await telling.hear(toldBy('c', 2) + toldBy('b', 2))).toBeUndefined()
    const next = { told: '', heard: heard(['c', 2], ['b', 2]), learned: false }
    expect(keptIn('mine')).toMatchObject(next)
    expect(called('import_multisig_info')).toEqual([])
  })

  test('does not begin with a message that was learned from', async () => {
    const { telling, keptIn } = await inTurn(learned)
    expect(await telling.hear(toldBy('b', 1))).toBeUndefined()
    expect(keptIn('mine')).toMatchObject(learned)
  })

  test('begins when this member makes a new message', async () => {
    const { telling, keptIn } = await inTurn(learned)
    await telling.tell()
    expect(keptIn('mine')).toMatchObject({ told: toldBy('a', 9), heard: [], learned: false })
  })

  test('begins with anybody once more came in', async () => {
    const { telling, wallet, keptIn } = await inTurn(learned)
    wallet.balance = { multisig_import_needed: true } as typeof wallet.balance
    expect(await telling.hear(toldBy('c', 2))).toBeUndefined()
    const next = { told: '', heard: heard(['c', 2]), learned: false }
    expect(keptIn('mine')).toMatchObject(next)
  })

  test('begins with who told of more before this wallet saw it', async () => {
    const { telling, wallet, called, keptIn } = await inTurn(learned)
    wallet.balance = { multisig_import_needed: true } as typeof wallet.balance
    expect(await telling.hear(toldBy('b', 1))).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ ...learned, told: '', learned: false })
    expect(called('import_multisig_info')).toEqual([])
  })

  test('is not begun by who tells again before all was learned', async () => {
    const before = { ...learned, heard: heard(['b', 1], ['c', 1]), learned: false }
    const { telling, keptIn } = await inTurn(before)
    expect(await telling.hear(toldBy('b', 2))).toBeUndefined()
    expect(keptIn('mine')).toMatchObject({ ...before, heard: heard(['b', 2], ['c', 1]) })
  })
})

describe('a wallet that was opened meanwhile', () => {
  test('error: is told nothing of', async () => {
    const { telling, script, switchTo, called, keptIn } = await inTurn(learned)
    switchTo('other')
    await telling.tell()
    expect(telling.task.fault).toBe('The wallet was closed meanwhile.')
    await expect(telling.hear(toldBy('c', 1))).rejects.toThrow('No wallet file')
    expect(called('export_multisig_info')).toEqual([])
    switchTo('mine')
    expect(script.asked.map(([name]) => name)).not.toContain('set_attribute')
    expect(keptIn('other').told).toBe('')
  })

  test('error: keeps nothing of what was learned', async () => {
    const { telling, script, called, keptIn } = await inTurn({ ...learned, learned: false })
    // The page has not heard of it.
    script.before.import_multisig_info = () => void (script.open = 'other')
    await telling.learn()
    expect(telling.task.fault).toBe('The wallet was closed meanwhile.')
    expect(called('set_attribute')).toEqual([])
    expect(keptIn('other').learned).toBe(false)
  })
})
