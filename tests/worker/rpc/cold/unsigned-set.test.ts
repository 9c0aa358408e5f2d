import { describe, expect, test } from 'vitest'
import { bytesToHex } from '@noble/hashes/utils.js'
import { requireSpendKey, requireUnsignedSet } from '../../../../worker/rpc/cold/unsigned-set.ts'
import { at, coldPair } from '../../../support/wallets/cold-pair.ts'

describe('an unsigned set', () => {
  test('is opened only by the wallet with its keys', async () => {
    const { hot, cold, to } = await coldPair([at(0)])
    const { unsigned_txset } = await hot('sweep_all', { address: to })
    const { constructions } = await requireUnsignedSet(cold, unsigned_txset)
    expect(constructions).toHaveLength(1)
    const spoilt = `${unsigned_txset.slice(0, -2)}${unsigned_txset.endsWith('00') ? '01' : '00'}`
    for (const given of [spoilt, bytesToHex(new Uint8Array(200))])
      await expect(requireUnsignedSet(cold, given)).rejects.toMatchObject({
        reason: 'BAD_UNSIGNED_TX_DATA',
        message: 'cannot load unsigned_txset',
      })
  })

  test('error: a view-only wallet cannot sign it', async () => {
    const { cold, view } = await coldPair([])
    expect(() => requireSpendKey(cold)).not.toThrow()
    expect(() => requireSpendKey(view)).toThrow('command not supported by watch-only wallet')
  })
})
