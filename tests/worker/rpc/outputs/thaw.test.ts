import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (name: string, params: object = {}) => dispatch(scene.service, name, params)

/** The key image of the output of 20 XMR. */
const large = () => ({ key_image: scene.outputs[1]!.keyImage! })

describe('thaw', () => {
  test('lets a frozen output be spent again', async () => {
    await call('freeze', large())
    expect(await call('thaw', large())).toEqual({ result: {} })
    expect(await call('get_balance')).toMatchObject({ result: { balance: 30n * xmr } })
    const destinations = [{ amount: 15n * xmr, address: scene.wallet.primaryAddress }]
    expect(await call('transfer', { destinations, do_not_relay: true })).toMatchObject({
      result: { amount: 15n * xmr },
    })
  })

  test('accepts an output that is not frozen', async () => {
    expect(await call('thaw', large())).toEqual({ result: {} })
  })

  test('error: no output has the key image', async () => {
    expect(await call('thaw', { key_image: 'ab'.repeat(32) })).toEqual({
      error: { code: -1, message: 'Key image not found' },
    })
  })

  test.each(['ab', 'zz'.repeat(32)])('error: the key image %j', async (key_image) => {
    expect(await call('thaw', { key_image })).toEqual({
      error: { code: -10, message: 'failed to parse key image' },
    })
  })
})
