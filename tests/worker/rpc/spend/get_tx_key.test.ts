import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (method: string, params: object = {}) => dispatch(scene.service, method, params)

describe('get_tx_key', () => {
  test('returns the secret key of a sent transaction', async () => {
    const destinations = [{ address: scene.wallet.primaryAddress, amount: xmr }]
    const sent = await call('transfer', { destinations, get_tx_key: true })
    const { tx_key, tx_hash } = (sent as { result: Record<string, string> }).result
    expect(await call('get_tx_key', { txid: tx_hash })).toEqual({ result: { tx_key } })
  })

  test.each([
    ['ab', -8, 'TX ID has invalid format'],
    ['00'.repeat(32), -24, 'No tx secret key is stored for this tx'],
  ])('error: %s', async (txid, code, message) => {
    expect(await call('get_tx_key', { txid })).toEqual({ error: { code, message } })
  })
})
