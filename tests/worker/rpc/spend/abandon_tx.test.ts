import { expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (name: string, params: object) => dispatch(scene.service, name, params)

test('abandon_tx gives up a refused payment, which stays in the list of failed transfers', async () => {
  scene.chain.send = async () => ({ status: 'Failed', invalid_input: true })
  await expect(scene.pay()).rejects.toMatchObject({ code: -4 })
  const [{ txid } = { txid: '' }] = scene.state().sent
  const failed = { txid, type: 'failed', destinations: [{ amount: 1_000_000_000_000n }] }
  expect(await call('get_transfers', { failed: true })).toMatchObject({
    result: { failed: [{ ...failed, can_be_mined: true }] },
  })
  expect(await call('get_tx_key', { txid })).toMatchObject({
    result: { tx_key: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  })
  expect(await call('abandon_tx', { txid: txid.toUpperCase() })).toEqual({ result: {} })
  expect(await call('get_transfer_by_txid', { txid })).toMatchObject({
    result: { transfer: { ...failed, can_be_mined: undefined } },
  })
  expect(await call('abandon_tx', { txid })).toMatchObject({ error: { code: -8 } })
})

test.each([
  ['', 'TX ID has invalid format'],
  ['zz'.repeat(32), 'TX ID has invalid format'],
  ['12'.repeat(32), 'No refused payment with this transaction id could be mined'],
])('error: abandon_tx of %j', async (txid, message) => {
  expect(await call('abandon_tx', { txid })).toEqual({ error: { code: -8, message } })
})

test('error: abandon_tx of a pending payment', async () => {
  const [made] = await scene.pay()
  expect(await call('abandon_tx', { txid: made!.txid })).toMatchObject({ error: { code: -8 } })
  expect(scene.state().sent).toMatchObject([{ state: 'pending' }])
})
