import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import type { Result } from '../../../support/programs/monerod.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const sweep = (params: object) =>
  dispatch(scene.service, 'sweep_single', {
    address: scene.wallet.primaryAddress,
    key_image: scene.outputs[0]!.keyImage,
    priority: 1,
    ...params,
  })

describe('sweep_single', () => {
  test('spends one output whole, in as many equal parts as asked', async () => {
    const outcome = await sweep({ outputs: 3, get_tx_key: true, get_tx_hex: true })
    const { result } = outcome as { result: Result }
    expect(result.amount + result.fee).toBe(10n * xmr)
    const [first, , last, ...more] = result.amounts_by_dest.amounts
    expect(more).toEqual([])
    expect(first - last).toBeLessThanOrEqual(1n)
    expect(result.spent_key_images).toEqual({ key_images: [scene.outputs[0]!.keyImage] })
    expect(result.tx_key).toMatch(/^[0-9a-f]{64}$/)
    expect(scene.chain.sent).toEqual([result.tx_blob])
    expect(scene.spent().map(({ amount }) => amount)).toEqual([10n * xmr])
    expect(await sweep({})).toEqual({ error: { code: -1, message: 'No outputs found' } })
  })

  test('spends an output of another account, and records that account', async () => {
    const minted = scene.mint.output({ amount: xmr, height: 50n, account: 1 })
    const { store } = scene.wallet
    await store.commit((change) => change.put(store.outputs, minted.key, minted))
    expect(await sweep({ key_image: minted.keyImage })).toHaveProperty('result')
    expect(scene.state().sent).toMatchObject([{ account: 1, subaddresses: [{ account: 1 }] }])
  })

  test('error: invalid params are refused in the order of the reference, and no record changes', async () => {
    const before = scene.state()
    const wrong = { address: 'x', key_image: 'x', outputs: 0 }
    expect(await sweep(wrong)).toMatchObject({ error: { code: -16 } })
    expect(await sweep({ ...wrong, outputs: 1 })).toMatchObject({ error: { code: -2 } })
    expect(await sweep({ key_image: 'x' })).toEqual({
      error: { code: -10, message: 'failed to parse key image' },
    })
    expect(await sweep({ key_image: 'ab'.repeat(32) })).toEqual({
      error: { code: -1, message: 'No outputs found' },
    })
    expect(await sweep({ outputs: 17 })).toEqual({
      error: { code: -4, message: 'transaction was not constructed' },
    })
    expect(scene.state()).toEqual(before)
  })
})
