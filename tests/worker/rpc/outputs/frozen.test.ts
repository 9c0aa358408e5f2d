import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { payingScene } from '../../../support/spending/two-coin-wallet.ts'

const scene = payingScene()
const call = (name: string, params: object = {}) => dispatch(scene.service, name, params)

/** The key image of the output of 20 XMR. */
const large = () => ({ key_image: scene.outputs[1]!.keyImage! })

describe('frozen', () => {
  test('returns whether an output is frozen', async () => {
    expect(await call('frozen', large())).toEqual({ result: { frozen: false } })
    await call('freeze', large())
    expect(await call('frozen', large())).toEqual({ result: { frozen: true } })
    await call('thaw', large())
    expect(await call('frozen', large())).toEqual({ result: { frozen: false } })
  })

  test('error: no output has the key image', async () => {
    expect(await call('frozen', { key_image: 'ab'.repeat(32) })).toEqual({
      error: { code: -1, message: 'Key image not found' },
    })
  })

  test('error: no key image is given', async () => {
    expect(await call('frozen')).toEqual({
      error: { code: -1, message: 'Must specify key image to check if frozen' },
    })
  })
})
