import { describe, expect, test } from 'vitest'
import { sumOfAmounts } from '#protocol/bigint.ts'
import { keyImagesOf } from '../../../../../worker/engine/tx/outgoing.ts'
import type { OutputRecord } from '../../../../../worker/engine/store/records.ts'
import type { TransferRequest } from '../../../../../worker/engine/payments/requests.ts'
import { fundedWallet } from '../../../../support/spending/funded-wallet.ts'
import { payingScene, xmr } from '../../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const both = () => scene.outputs.map(({ keyImage }) => keyImage!)
const transfer = (given: Partial<TransferRequest>, amount = xmr) =>
  scene.wallet.spend.transfer(scene.request(amount, given), { relay: false })
const sweep = (chosen: readonly string[], account = 0) =>
  scene.wallet.spend.sweep(
    {
      account,
      addresses: [],
      below: 0n,
      chosen,
      priority: 1,
      paymentId: undefined,
      recipients: [scene.payee],
    },
    { relay: false },
  )

/** Changes the first output. */
const alter = (changed: Partial<OutputRecord>) =>
  scene.wallet.store.commit((change) => {
    const [first] = scene.outputs
    change.put(scene.wallet.store.outputs, first!.key, { ...first!, ...changed })
  })

describe('a payment with chosen outputs', () => {
  test('spends exactly these, also where one would suffice', async () => {
    const [made, ...more] = await transfer({ chosen: both() })
    expect(more).toEqual([])
    expect(keyImagesOf(made!).sort()).toEqual(both().sort())
    expect(made!.change.amount).toBe(29n * xmr - made!.fee)
  })

  test('spends the one that is chosen, whichever the wallet would select', async () => {
    for (const keyImage of both()) {
      const [made] = await transfer({ chosen: [keyImage] })
      expect(keyImagesOf(made!)).toEqual([keyImage])
    }
  })

  test('counts a repeated output once', async () => {
    const [one] = both()
    const [made] = await transfer({ chosen: [one!, one!] })
    expect(keyImagesOf(made!)).toEqual([one])
    expect(sumOfAmounts(made!.inputs)).toBe(10n * xmr)
  })

  test('takes the fee from a payment where that is requested', async () => {
    const [made] = await transfer({ chosen: both(), subtractFeeFrom: [0] }, 30n * xmr)
    expect(made!.payments.map(({ amount }) => amount)).toEqual([30n * xmr - made!.fee])
    expect(made!.change.amount).toBe(0n)
  })

  test('requests what a payment requests that needs the same outputs', async () => {
    await transfer({ chosen: both() })
    await transfer({}, 25n * xmr)
    const [chosen, selected, ...more] = scene.chain.asked.map((indices) => [...indices].sort())
    expect(chosen).toHaveLength(150)
    expect(selected).toEqual(chosen)
    expect(more).toEqual([])
  })

  test.each([
    ['unknown', async () => ['ab'.repeat(32)], 'chosen: unknown'],
    ['spent', () => alter({ spent: { txid: 'cd'.repeat(32) } }).then(both), 'chosen: spent'],
    ['frozen', () => alter({ frozen: true }).then(both), 'chosen: frozen'],
    ['locked', () => alter({ height: 391n }).then(both), 'chosen: locked'],
    ['locked by its sender', () => alter({ unlockTime: 10_000n }).then(both), 'chosen: locked'],
    [
      'of another account',
      () => alter({ subaddress: { account: 1, address: 0 } }).then(both),
      'chosen: other account',
    ],
    ['missing', async () => [], 'chosen: none'],
  ])('error: an output is %s', async (_, choose, data) => {
    const chosen = await choose()
    for (const made of [transfer({ chosen }), sweep(chosen)])
      await expect(made).rejects.toMatchObject({ code: -4, data })
    expect(scene.chain.asked).toEqual([])
  })

  test('error: the sum does not cover the payment', async () => {
    const [small] = both()
    await expect(transfer({ chosen: [small!] }, 11n * xmr)).rejects.toMatchObject({
      code: -17,
      data: 'chosen: too small',
    })
    expect(scene.chain.asked).toEqual([])
  })

  test('error: the sum does not cover the fee', async () => {
    const [small] = both()
    await expect(transfer({ chosen: [small!] }, 10n * xmr)).rejects.toMatchObject({
      code: -17,
      data: 'chosen: too small',
      message: expect.stringMatching(/^key_images: expected outputs of at least 10000\d+ piconero/),
    })
  })

  test('error: more recipients than one transaction holds', async () => {
    const made = transfer({ chosen: both(), payments: scene.twoTransactions() })
    await expect(made).rejects.toMatchObject({ code: -4, data: 'chosen: too many' })
  })

  test('error: more outputs than one transaction holds', async () => {
    const { wallet, outputs } = await fundedWallet(Array.from({ length: 280 }, () => xmr))
    await wallet.store.commit((change) => {
      for (const output of outputs)
        change.put(wallet.store.outputs, output.key, { ...output, height: 100n })
    })
    const chosen = outputs.map(({ keyImage }) => keyImage!)
    const made = wallet.spend.transfer(scene.request(xmr, { chosen }), { relay: false })
    await expect(made).rejects.toMatchObject({ code: -4, data: 'chosen: too many' })
  })

  test('error: an earlier refused payment could still be mined, and spends none of these', async () => {
    const [small, large] = both()
    scene.chain.send = async () => ({ status: 'Failed', fee_too_low: true })
    const refusing = scene.wallet.spend.transfer(scene.request(xmr, { chosen: [small!] }), {
      relay: true,
    })
    await expect(refusing).rejects.toMatchObject({ code: -4 })
    for (const made of [transfer({ chosen: [large!] }), sweep([large!])])
      await expect(made).rejects.toMatchObject({ data: 'refused before' })
    const [replacing] = await transfer({ chosen: [small!, large!] })
    expect(keyImagesOf(replacing!)).toHaveLength(2)
  })
})

describe('a sweep of chosen outputs', () => {
  test('spends exactly these', async () => {
    const [, large] = both()
    const [made, ...more] = await sweep([large!])
    expect(more).toEqual([])
    expect(keyImagesOf(made!)).toEqual([large])
    expect(made!.payments.map(({ amount }) => amount)).toEqual([20n * xmr - made!.fee])
    expect(made!.change.amount).toBe(0n)
  })
})
