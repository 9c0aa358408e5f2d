import { describe, expect, test } from 'vitest'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('submit_transfer', () => {
  test('sends a signed transaction and records it', async () => {
    const { hot, offline, view, script, to } = await coldPair([at(0), at(1)])
    const destinations = [{ address: to, amount: 1n }]
    const { unsigned_txset } = await hot('transfer', { destinations })
    const { signed_txset } = await offline('sign_transfer', { unsigned_txset })
    expect(script.pool.size).toBe(0)
    const { tx_hash_list } = await hot('submit_transfer', { tx_data_hex: signed_txset })
    expect([...script.pool.keys()]).toEqual(tx_hash_list)
    const [txid] = tx_hash_list
    expect(view.store.sent.get(txid)).toMatchObject({ state: 'pending' })
    expect(await hot('get_tx_key', { txid })).toEqual({ tx_key: `01${'0'.repeat(62)}` })
    expect((await offline('get_tx_key', { txid })).tx_key).not.toMatch(/^010*$/)
  })

  test.each([
    ['xx', -26, 'Failed to parse hex.'],
    ['00', -40, 'Failed to parse signed tx data.'],
  ])('error: %j', async (tx_data_hex, code, message) => {
    const { hot, script } = await coldPair([])
    expect(await hot('submit_transfer', { tx_data_hex })).toEqual({ error: { code, message } })
    expect(script.pool.size).toBe(0)
  })
})
