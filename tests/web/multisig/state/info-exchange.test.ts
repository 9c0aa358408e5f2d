import { describe, expect, test } from 'vitest'
import type { Progress } from '../../../../web/multisig/state/progress.ts'
import { Multisig } from '../../../../web/multisig/state/multisig.svelte.ts'
import { memberPage, infoOf } from './scripted-member.ts'

/** Member a of a group of which two sign. */
async function memberA(progress: Partial<Progress> = {}) {
  const page = memberPage({ threshold: 2 })
  page.store(progress)
  const multisig = new Multisig(page.wallet)
  await multisig.start()
  return { ...page, infoExchange: multisig.infoExchange }
}
const received = (...messages: [from: string, round: number][]) =>
  messages.map(([from, round]) => ({ from, text: infoOf(from, round) }))
const own = infoOf('a', 1)
/** a has exported its info, and imported that of b. */
const imported: Partial<Progress> = {
  ownInfo: own,
  receivedInfo: received(['b', 1]),
  infoImported: true,
}

describe('a late message of the same round', () => {
  test('is imported together with the others', async () => {
    const { infoExchange, called, storedIn } = await memberA(imported)
    expect(await infoExchange.receive(infoOf('c', 1))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      ownInfo: own,
      receivedInfo: received(['b', 1], ['c', 1]),
      infoImported: true,
    })
    expect(called('import_multisig_info')).toEqual([{ info: [infoOf('b', 1), infoOf('c', 1)] }])
    expect(infoExchange).toMatchObject({ imported: true, own: { text: own }, received: ['b', 'c'] })
  })

  test('error: is not stored when the import fails', async () => {
    const { infoExchange, script, storedIn } = await memberA(imported)
    script.before.import_multisig_info = () => Promise.reject(new Error('broken'))
    await expect(infoExchange.receive(infoOf('c', 1))).rejects.toThrow('broken')
    expect(storedIn('mine')).toMatchObject(imported)
  })

  test('of this member leaves the imported info of the others valid', async () => {
    const { infoExchange, storedIn } = await memberA({ ...imported, ownInfo: '' })
    await infoExchange.exportInfo()
    expect(storedIn('mine')).toMatchObject({ ...imported, ownInfo: infoOf('a', 9) })
  })

  test('that arrives during an import is imported by the next one', async () => {
    const { infoExchange, script, storedIn } = await memberA({ ...imported, infoImported: false })
    script.before.import_multisig_info = () => infoExchange.receive(infoOf('c', 1))
    await infoExchange.importInfo()
    const both = { receivedInfo: received(['b', 1], ['c', 1]), infoImported: false }
    expect(storedIn('mine')).toMatchObject(both)
    delete script.before.import_multisig_info
    await infoExchange.importInfo()
    expect(storedIn('mine')).toMatchObject({ ...both, infoImported: true })
  })
})

describe('a new round', () => {
  test('begins when a member sends a second message', async () => {
    const { infoExchange, called, storedIn } = await memberA(imported)
    expect(await infoExchange.receive(infoOf('c', 2) + infoOf('b', 2))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      ownInfo: '',
      receivedInfo: received(['c', 2], ['b', 2]),
      infoImported: false,
    })
    expect(called('import_multisig_info')).toEqual([])
  })

  test('does not begin with a message that is already imported', async () => {
    const { infoExchange, storedIn } = await memberA(imported)
    expect(await infoExchange.receive(infoOf('b', 1))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject(imported)
  })

  test('begins when this member exports again', async () => {
    const { infoExchange, storedIn } = await memberA(imported)
    await infoExchange.exportInfo()
    expect(storedIn('mine')).toMatchObject({
      ownInfo: infoOf('a', 9),
      receivedInfo: [],
      infoImported: false,
    })
  })

  test('begins with any message after new funds arrived', async () => {
    const { infoExchange, wallet, storedIn } = await memberA(imported)
    wallet.balance = { multisig_import_needed: true } as typeof wallet.balance
    expect(await infoExchange.receive(infoOf('c', 2))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      ownInfo: '',
      receivedInfo: received(['c', 2]),
      infoImported: false,
    })
  })

  test('counts a message that covered the new funds before this wallet saw them', async () => {
    const { infoExchange, wallet, called, storedIn } = await memberA(imported)
    wallet.balance = { multisig_import_needed: true } as typeof wallet.balance
    expect(await infoExchange.receive(infoOf('b', 1))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({ ...imported, ownInfo: '', infoImported: false })
    expect(called('import_multisig_info')).toEqual([])
  })

  test('does not begin with a second message before an import', async () => {
    const before = { ...imported, receivedInfo: received(['b', 1], ['c', 1]), infoImported: false }
    const { infoExchange, storedIn } = await memberA(before)
    expect(await infoExchange.receive(infoOf('b', 2))).toBeUndefined()
    expect(storedIn('mine')).toMatchObject({
      ...before,
      receivedInfo: received(['b', 2], ['c', 1]),
    })
  })
})

describe('another wallet that was opened in the meantime', () => {
  test('error: receives no call and stores nothing', async () => {
    const { infoExchange, script, switchTo, called, storedIn } = await memberA(imported)
    switchTo('other')
    await infoExchange.exportInfo()
    expect(infoExchange.task.error).toBe('The wallet was closed in the meantime.')
    await expect(infoExchange.receive(infoOf('c', 1))).rejects.toThrow('No wallet file')
    expect(called('export_multisig_info')).toEqual([])
    switchTo('mine')
    expect(script.asked.map(([name]) => name)).not.toContain('set_attribute')
    expect(storedIn('other').ownInfo).toBe('')
  })

  test('error: does not store the result of an import', async () => {
    const { infoExchange, script, called, storedIn } = await memberA({
      ...imported,
      infoImported: false,
    })
    // The worker has switched; the page is not notified yet.
    script.before.import_multisig_info = () => void (script.open = 'other')
    await infoExchange.importInfo()
    expect(infoExchange.task.error).toBe('The wallet was closed in the meantime.')
    expect(called('set_attribute')).toEqual([])
    expect(storedIn('other').infoImported).toBe(false)
  })
})
