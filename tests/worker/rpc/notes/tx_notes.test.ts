import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)] as const

async function wallet() {
  const service = await testService()
  await testWallet({ name: 'notes' }, service)
  return {
    service,
    set: (txids: unknown, notes: unknown) => dispatch(service, 'set_tx_notes', { txids, notes }),
    get: (txids: unknown) => dispatch(service, 'get_tx_notes', { txids }),
  }
}

describe('set_tx_notes', () => {
  test('notes are kept when the wallet is closed', async () => {
    const { service, set, get } = await wallet()
    expect(await set([a, b], ['rent', 'gift \u{1f381}'])).toEqual({ result: {} })
    await dispatch(service, 'close_wallet')
    await dispatch(service, 'open_wallet', { filename: 'notes' })
    expect(await get([b, a])).toEqual({ result: { notes: ['gift \u{1f381}', 'rent'] } })
  })

  test('an empty note deletes', async () => {
    const { set, get, service } = await wallet()
    await set([a], ['rent'])
    await set([a], [''])
    expect(await get([a])).toEqual({ result: { notes: [''] } })
    expect(service.wallet?.store.notes.size).toBe(0)
  })

  test('ids are taken in any case, and one id for a list', async () => {
    const { set, get } = await wallet()
    await set(a.toUpperCase(), 'rent')
    expect(await get(a)).toEqual({ result: { notes: ['rent'] } })
  })

  test('the last of two notes for one transaction counts', async () => {
    const { set, get } = await wallet()
    await set([a, a], ['first', 'second'])
    expect(await get([a])).toEqual({ result: { notes: ['second'] } })
  })

  test('error: lists of two lengths', async () => {
    const { set } = await wallet()
    expect(await set([a], [])).toEqual({
      error: { code: -1, message: 'Different amount of txids and notes' },
    })
  })

  test.each(['', 'aa', 'zz'.repeat(32), `${'aa'.repeat(32)}0`])(
    'error: %j is no id, and nothing is noted',
    async (txid) => {
      const { set, get } = await wallet()
      const refused = { error: { code: -8, message: 'TX ID has invalid format' } }
      expect(await set([b, txid], ['x', 'y'])).toEqual(refused)
      expect(await get([txid])).toEqual(refused)
      expect(await get([b])).toEqual({ result: { notes: [''] } })
    },
  )
})
