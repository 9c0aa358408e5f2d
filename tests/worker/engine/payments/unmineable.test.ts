import { describe, expect, test } from 'vitest'
import { markFailed } from '../../../../worker/engine/payments/journal.ts'
import { timedOut } from '../../../support/chains/minted-chain.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()

/** A payment of both coins that the daemon accepts once and refuses afterwards. */
async function refused(answer: object = { invalid_input: true }) {
  const [signed] = await scene.pay(25n * xmr)
  scene.chain.send = async () => ({ status: 'Failed', ...answer })
  return scene.wallet.store.sent.get(signed!.txid)!
}

const states = () => scene.state().sent.map(({ state }) => state)

/** Calls `giveUp`, and expects no change. */
async function staysAsItWas() {
  const before = structuredClone(scene.state())
  await scene.wallet.spend.giveUp()
  expect(scene.state()).toEqual(before)
}

describe('giveUp', () => {
  test('marks an unknown transaction that the daemon refuses as failed, and frees its inputs', async () => {
    const record = await refused()
    expect(scene.spent().length).toBe(2)
    await scene.wallet.spend.giveUp()
    expect(states()).toEqual(['failed'])
    expect(scene.spent()).toEqual([])
    scene.chain.send = async () => ({ status: 'OK' })
    const [again] = await scene.pay(25n * xmr)
    const { keyImages } = scene.wallet.store.sent.get(again!.txid)!
    expect(keyImages.toSorted()).toEqual(record.keyImages.toSorted())
  })

  test('marks it as failed for any reason, such as a higher minimum fee', async () => {
    await refused({ fee_too_low: true })
    await scene.wallet.spend.giveUp()
    expect(states()).toEqual(['failed'])
  })

  test('resume keeps a refused transaction pending, and does not resend a failed one', async () => {
    await refused()
    await scene.wallet.spend.resume(new Set())
    expect(states()).toEqual(['pending'])
    await scene.wallet.spend.giveUp()
    const { length } = scene.chain.sent
    await scene.wallet.spend.resume(new Set())
    expect(scene.chain.sent.length).toBe(length)
  })

  test('keeps a transaction that the daemon accepts again', async () => {
    await refused()
    scene.chain.send = async () => ({ status: 'OK' })
    await staysAsItWas()
  })

  test('keeps a transaction that the daemon has', async () => {
    const { txid } = await refused()
    scene.chain.known.add(txid)
    await staysAsItWas()
  })

  test('keeps a transaction with an input that the daemon reports as spent', async () => {
    const { keyImages } = await refused()
    scene.chain.spent.add(keyImages[1]!)
    await staysAsItWas()
    scene.chain.spent.clear()
    scene.chain.send = async () => ({ status: 'Failed', double_spend: true })
    await staysAsItWas()
  })

  test('keeps a transaction if the daemon lacks a block, is busy or does not answer', async () => {
    await refused()
    scene.chain.height = 399n
    await staysAsItWas()
    scene.chain.height = 400n
    scene.chain.send = async () => ({ status: 'BUSY' })
    await staysAsItWas()
    scene.chain.send = timedOut
    await staysAsItWas()
    scene.chain.daemon.json.get_transactions = timedOut
    await staysAsItWas()
  })

  test('error: the daemon returns no spent status, and no record changes', async () => {
    await refused()
    scene.chain.daemon.json.is_key_image_spent = timedOut
    const before = structuredClone(scene.state())
    await expect(scene.wallet.spend.giveUp()).rejects.toMatchObject({ code: -38 })
    expect(scene.state()).toEqual(before)
  })

  test('markFailed keeps a record that is mined meanwhile', async () => {
    const { txid } = await refused()
    const { store } = scene.wallet
    await store.commit((change) => {
      change.put(store.sent, txid, { ...store.sent.get(txid)!, state: 'mined', height: 399n })
    })
    const before = structuredClone(scene.state())
    await markFailed(store, { txid, state: 'pending' })
    expect(scene.state()).toEqual(before)
  })
})
