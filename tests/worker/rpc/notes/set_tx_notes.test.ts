import { describe, expect, test } from 'vitest'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'

const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)] as const

async function noting() {
  const { service, call } = await calledWallet()
  return {
    stored: service.wallet!.store.notes,
    set: (txids: unknown, notes: unknown) => call('set_tx_notes', { txids, notes }),
    get: (txids: unknown) => call('get_tx_notes', { txids }),
  }
}

describe('set_tx_notes', () => {
  test('deletes the note when the new one is empty', async () => {
    const { set, stored } = await noting()
    expect(await set([a], ['rent'])).toEqual({ result: {} })
    expect(stored.size).toBe(1)
    await set([a], [''])
    expect(stored.size).toBe(0)
  })

  test('accepts ids in either case, and one id in place of a list', async () => {
    const { set, get } = await noting()
    await set(a.toUpperCase(), 'rent')
    expect(await get(a)).toEqual({ result: { notes: ['rent'] } })
  })

  test('keeps the last of two notes for one transaction', async () => {
    const { set, get } = await noting()
    await set([a, a], ['first', 'second'])
    expect(await get([a])).toEqual({ result: { notes: ['second'] } })
  })

  test('error: lists of different lengths', async () => {
    const { set } = await noting()
    expect(await set([a], [])).toEqual({
      error: { code: -1, message: 'Different amount of txids and notes' },
    })
  })

  test('error: one id is invalid, and no note is stored', async () => {
    const { set, stored } = await noting()
    expect(await set([b, 'aa'], ['x', 'y'])).toEqual({
      error: { code: -8, message: 'TX ID has invalid format' },
    })
    expect(stored.size).toBe(0)
  })
})
