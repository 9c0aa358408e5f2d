import { describe, expect, test } from 'vitest'
import { requireUnsignedSet } from '../../../../worker/rpc/cold/unsigned-set.ts'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

async function unsigned() {
  const pair = await coldPair([at(3), at(7), at(11)])
  const { unsigned_txset } = await pair.hot('sweep_all', {
    address: pair.to,
    subaddr_indices_all: true,
  })
  return { ...pair, unsigned_txset }
}

describe('sign_transfer', () => {
  test('spends outputs that came with the set, each beyond the lookahead of the one before', async () => {
    const { hot, offline, unsigned_txset } = await unsigned()
    const signed = await offline('sign_transfer', { unsigned_txset })
    expect(signed).toMatchObject({ tx_raw_list: [], tx_key_list: [] })
    expect(signed.tx_hash_list).toHaveLength(1)
    const sent = await hot('submit_transfer', { tx_data_hex: signed.signed_txset })
    expect(sent).toEqual({ tx_hash_list: signed.tx_hash_list })
  })

  test('returns bytes and secret keys when they are requested', async () => {
    const { offline, unsigned_txset } = await unsigned()
    const params = { unsigned_txset, export_raw: true, get_tx_keys: true }
    const { tx_raw_list, tx_key_list } = await offline('sign_transfer', params)
    expect(tx_raw_list).toEqual([expect.stringMatching(/^02([0-9a-f]{2})+$/)])
    expect(tx_key_list).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  test.each([
    ['xx', -26, 'Failed to parse hex.'],
    ['00', -39, 'cannot load unsigned_txset'],
  ])('error: the set %j', async (unsigned_txset, code, message) => {
    const { offline } = await coldPair([])
    expect(await offline('sign_transfer', { unsigned_txset })).toEqual({ error: { code, message } })
  })

  // monero src/wallet/wallet2.cpp sign_tx
  test('error: a set with an unlock time', async () => {
    const { cold, unsigned_txset } = await unsigned()
    const set = await requireUnsignedSet(cold, unsigned_txset)
    const locked = set.constructions.map((each) => ({ ...each, unlockTime: 9n }))
    await expect(cold.cold.sign({ ...set, constructions: locked })).rejects.toMatchObject({
      reason: 'SIGN_UNSIGNED',
      message: 'Failed to sign unsigned tx: transaction cannot have non-zero unlock time',
    })
    expect(cold.store.txKeys.size).toBe(0)
  })

  test('error: a view-only wallet', async () => {
    const { hot, unsigned_txset } = await unsigned()
    expect(await hot('sign_transfer', { unsigned_txset })).toEqual({
      error: { code: -29, message: 'command not supported by watch-only wallet' },
    })
  })
})
