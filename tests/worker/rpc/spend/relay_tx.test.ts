import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (method: string, params: object = {}) => dispatch(scene.service, method, params)

describe('relay_tx', () => {
  test('sends a transaction made with do_not_relay', async () => {
    const destinations = [{ address: scene.wallet.primaryAddress, amount: xmr }]
    const params = { destinations, do_not_relay: true, get_tx_hex: true, get_tx_metadata: true }
    const made = await call('transfer', params)
    const { tx_blob, tx_metadata, tx_hash } = (made as { result: Record<string, string> }).result
    expect(scene.chain.sent).toEqual([])
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ result: { tx_hash } })
    expect(scene.chain.sent).toEqual([tx_blob])
    expect(scene.wallet.store.sent.get(tx_hash!)!.state).toBe('pending')
  })

  test.each([
    ['xx', -26, 'Failed to parse hex.'],
    ['abc', -26, 'Failed to parse hex.'],
    ['', -27, 'Failed to parse tx metadata.'],
    ['0102', -27, 'Failed to parse tx metadata.'],
  ])('error: %j', async (hex, code, message) => {
    expect(await call('relay_tx', { hex })).toEqual({ error: { code, message } })
  })
})
