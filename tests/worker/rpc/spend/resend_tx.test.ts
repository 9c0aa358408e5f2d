import { expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (txid?: string) => dispatch(scene.service, 'resend_tx', { txid })

test('resend_tx sends the same bytes again', async () => {
  const [made] = await scene.pay()
  expect(await call(made!.txid.toUpperCase())).toEqual({ result: {} })
  const [first, second] = scene.chain.sent
  expect(second).toBe(first)
})

test.each([
  ['', 'TX ID has invalid format'],
  ['zz'.repeat(32), 'TX ID has invalid format'],
  ['12'.repeat(32), 'No payment with this transaction id waits for a block'],
])('error: resend_tx of %j', async (txid, message) => {
  await scene.pay()
  expect(await call(txid)).toEqual({ error: { code: -8, message } })
  expect(scene.chain.sent).toHaveLength(1)
})
