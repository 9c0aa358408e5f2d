import { describe, expect, test } from 'vitest'
import { coinsOf } from '../../../../../worker/engine/payments/coins/coins.ts'
import { coinLabel, labelCoin } from '../../../../../worker/engine/payments/coins/coin-labels.ts'
import { detachBlocks } from '../../../../../worker/engine/ledger/detach.ts'
import { setAllFrozen } from '../../../../../worker/engine/ledger/frozen.ts'
import { payingScene, xmr } from '../../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const states = () => coinsOf(scene.wallet, 0).map(({ state }) => state)

describe('coinsOf', () => {
  test('lists the outputs of an account in the order of the chain', () => {
    const [first, second] = scene.outputs
    expect(coinsOf(scene.wallet, 0)).toEqual([
      {
        key: first!.key,
        keyImage: first!.keyImage,
        amount: 10n * xmr,
        txid: first!.txid,
        height: 100n,
        timestamp: first!.timestamp,
        confirmations: 300n,
        addressIndex: 0,
        addressLabel: 'Primary account',
        origin: 'received',
        state: 'unspent',
        blocksToUnlock: 0n,
        unlockTime: 0n,
        spentTxid: undefined,
        label: '',
      },
      expect.objectContaining({ key: second!.key, amount: 20n * xmr, height: 120n }),
    ])
    expect(coinsOf(scene.wallet, 1)).toEqual([])
  })

  test('tells the states apart', async () => {
    const [first, second] = scene.outputs
    const { store } = scene.wallet
    await setAllFrozen(store, [first!.keyImage!], true)
    await store.commit((change) =>
      change.put(store.outputs, second!.key, { ...second!, height: 391n }),
    )
    expect(states()).toEqual(['frozen', 'locked'])
    expect(coinsOf(scene.wallet, 0)[1]!.blocksToUnlock).toBe(1n)
    await store.commit((change) => {
      change.put(store.outputs, first!.key, { ...first!, spent: { txid: 'ab'.repeat(32) } })
      change.put(store.outputs, second!.key, { ...second!, spent: { txid: '', height: 300n } })
    })
    expect(states()).toEqual(['spending', 'spent'])
    expect(coinsOf(scene.wallet, 0).map(({ spentTxid }) => spentTxid)).toEqual([
      'ab'.repeat(32),
      undefined,
    ])
  })
})

describe('labels of outputs', () => {
  test('are stored, replaced and removed', async () => {
    const { store } = scene.wallet
    const { key } = scene.outputs[0]!
    await labelCoin(store, key, ' From the fair ')
    expect(coinsOf(scene.wallet, 0)[0]!.label).toBe('From the fair')
    await labelCoin(store, key, 'Fair')
    expect(coinLabel(store, key)).toBe('Fair')
    await labelCoin(store, key, ' ')
    expect([...store.attributes.keys()]).toEqual([])
  })

  test('stay when the output is removed and found again, as in a rescan', async () => {
    const { store } = scene.wallet
    const [first] = scene.outputs
    await labelCoin(store, first!.key, 'Fair')
    await store.commit((change) => detachBlocks(change, store, 1n))
    expect(coinsOf(scene.wallet, 0)).toEqual([])
    await store.commit((change) => change.put(store.outputs, first!.key, first!))
    expect(coinsOf(scene.wallet, 0).map(({ label }) => label)).toEqual(['Fair'])
  })

  test('error: a label of an unknown output, or a long one', async () => {
    const { store } = scene.wallet
    await expect(labelCoin(store, 'ab'.repeat(32), 'x')).rejects.toMatchObject({ code: -1 })
    await expect(labelCoin(store, scene.outputs[0]!.key, 'x'.repeat(201))).rejects.toMatchObject({
      message: 'label: expected at most 200 characters, got 201',
    })
  })
})

test('error: freezing several outputs changes none if one is unknown', async () => {
  const { store } = scene.wallet
  const keyImages = [scene.outputs[0]!.keyImage!, 'ab'.repeat(32)]
  await expect(setAllFrozen(store, keyImages, true)).rejects.toMatchObject({ code: -1 })
  expect(states()).toEqual(['unspent', 'unspent'])
})
