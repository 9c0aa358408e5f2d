import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (name: string, params: object = {}) => dispatch(scene.service, name, params)

/** Key image of the output of 20. */
const large = () => ({ key_image: scene.outputs[1]!.keyImage! })

describe('freeze', () => {
  test('keeps an output from being spent, also after the wallet is closed, until it thaws', async () => {
    expect(await call('freeze', large())).toEqual({ result: {} })
    await call('close_wallet')
    await call('open_wallet', { filename: 'funded' })
    expect(await call('frozen', large())).toEqual({ result: { frozen: true } })
    expect(await call('get_balance')).toMatchObject({ result: { balance: 10n * xmr } })
    const destinations = [{ amount: 15n * xmr, address: scene.wallet.primaryAddress }]
    const pay = () => call('transfer', { destinations, do_not_relay: true })
    expect(await pay()).toEqual({ error: { code: -17, message: 'not enough money' } })
    expect(await call('sweep_single', { ...large(), address: destinations[0]!.address })).toEqual({
      error: { code: -1, message: 'No outputs found' },
    })

    expect(await call('thaw', large())).toEqual({ result: {} })
    expect(await call('frozen', large())).toEqual({ result: { frozen: false } })
    expect(await pay()).toMatchObject({ result: { amount: 15n * xmr } })
  })

  test('error: no output has the key image', async () => {
    for (const name of ['freeze', 'thaw', 'frozen'])
      expect(await call(name, { key_image: 'ab'.repeat(32) })).toEqual({
        error: { code: -1, message: 'Key image not found' },
      })
  })

  test('error: no key image', async () => {
    expect(await call('frozen')).toEqual({
      error: { code: -1, message: 'Must specify key image to check if frozen' },
    })
    for (const key_image of ['ab', 'zz'.repeat(32)])
      expect(await call('thaw', { key_image })).toEqual({
        error: { code: -10, message: 'failed to parse key image' },
      })
  })
})
