/**
 * What `sweep_all` sends: the outputs that monero-wallet-rpc with our keys would have sent, mined and received.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import type { Result } from '../support/programs/monerod.ts'
import {
  expectSameCost,
  fieldsOf,
  setPaymentScene,
  xmr,
  type PaymentScene,
} from '../support/wallet-comparison/payment-scene.ts'

let scene: PaymentScene

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 155 })
  const { own } = scene
  await scene.fund([
    [own(0, 3), 10n * xmr],
    [own(1, 0), 10n * xmr],
    [own(1, 1), 7n * xmr],
  ])
}, 600_000)

const costOf = ({ fee_list: [fee], weight_list: [weight] }: Result) => ({ fee, weight })

describe('sweep_all', () => {
  test('empties one address into equal outputs', async () => {
    const params = {
      address: scene.to.subs[6],
      subaddr_indices: [3],
      outputs: 3,
      get_tx_keys: true,
    }
    const their = await scene.twin.call('sweep_all', { ...params, do_not_relay: true })
    const sent = await scene.ours.call('sweep_all', params)
    expect(sent.spent_key_images_list).toEqual(their.spent_key_images_list)
    expect(fieldsOf(sent)).toEqual(fieldsOf(their))
    expectSameCost(costOf(sent), costOf(their))
    expect(sent.amount_list[0]).toBe(10n * xmr - sent.fee_list[0])
    await scene.settle()
    const [txid] = sent.tx_hash_list
    expect(await scene.proven(txid, sent.tx_key_list[0], scene.to.subs[6]!)).toBe(
      sent.amount_list[0],
    )
  })

  test('sweeps outputs below an amount', async () => {
    const sent = await scene.ours.call('sweep_all', {
      address: scene.to.standard,
      account_index: 1,
      subaddr_indices_all: true,
      below_amount: 8n * xmr,
    })
    expect(sent.amount_list[0]).toBe(7n * xmr - sent.fee_list[0])
    await scene.settle()
  })

  test('empties an account with more outputs than one transaction can spend', async () => {
    const params = { address: scene.to.integrated, subaddr_indices_all: true, priority: 'normal' }
    const sent = await scene.ours.call('sweep_all', params)
    expect(sent.tx_hash_list.length).toBe(2)
    await scene.settle()
    for (const txid of sent.tx_hash_list) expect(await scene.isMined(txid)).toBe(true)
    for (const wallet of [scene.ours, scene.twin])
      expect((await wallet.call('get_balance', { account_index: 0 })).balance).toBe(0n)
  })
})
