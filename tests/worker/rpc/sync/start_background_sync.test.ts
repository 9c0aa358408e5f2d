import { describe, expect, test } from 'vitest'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

const done = { result: {} }
const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
const scene = () => rescanScene({ wanted: { name: 'w', password: 'p' } })

describe('start_background_sync', () => {
  test('overwrites the spend key, and refuses methods that need it', async () => {
    const { call, wallet } = await scene()
    const { spendSecret } = wallet.secrets
    await call('setup_background_sync', reuse)
    expect(await call('start_background_sync')).toEqual(done)
    expect(spendSecret).toEqual(new Uint8Array(32))
    expect(wallet.secrets.spendSecret).toBeUndefined()
    expect(await call('query_key', { key_type: 'spend_key' })).toMatchObject({
      error: { code: -52 },
    })
  })

  test('does nothing when it has already started', async () => {
    const { call } = await scene()
    await call('setup_background_sync', reuse)
    for (const _ of [1, 2]) expect(await call('start_background_sync')).toEqual(done)
  })

  test('error: background sync is not set up', async () => {
    const { call } = await scene()
    expect(await call('start_background_sync')).toEqual({
      error: {
        code: -1,
        message: 'must setup background sync first before using background sync',
      },
    })
  })
})
