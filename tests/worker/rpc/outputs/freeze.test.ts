import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene, xmr } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (name: string, params: object = {}) => dispatch(scene.service, name, params)

/** The key image of the output of 20 XMR. */
const large = () => ({ key_image: scene.outputs[1]!.keyImage! })

describe('freeze', () => {
  test('keeps an output from being spent, also after the wallet is reopened', async () => {
    expect(await call('freeze', large())).toEqual({ result: {} })
    await call('close_wallet')
    await call('open_wallet', { filename: 'funded' })
    expect(await call('get_balance')).toMatchObject({ result: { balance: 10n * xmr } })
    const address = scene.wallet.primaryAddress
    const destinations = [{ amount: 15n * xmr, address }]
    expect(await call('transfer', { destinations, do_not_relay: true })).toEqual({
      error: { code: -17, message: 'not enough money' },
    })
    expect(await call('sweep_single', { ...large(), address })).toEqual({
      error: { code: -1, message: 'No outputs found' },
    })
  })

  test('error: no output has the key image', async () => {
    expect(await call('freeze', { key_image: 'ab'.repeat(32) })).toEqual({
      error: { code: -1, message: 'Key image not found' },
    })
  })

  test('error: no key image is given', async () => {
    expect(await call('freeze')).toEqual({
      error: { code: -1, message: 'Must specify key image to freeze' },
    })
  })
})
