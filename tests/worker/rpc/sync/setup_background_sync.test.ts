import { describe, expect, test } from 'vitest'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'

const done = { result: {} }
const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
const scene = () => rescanScene({ wanted: { name: 'w', password: 'p' } })

describe('setup_background_sync', () => {
  test('sets the type, and off removes it', async () => {
    const { call, wallet } = await scene()
    expect(await call('setup_background_sync', reuse)).toEqual(done)
    expect(wallet.info.backgroundSync).toEqual({ type: 'reuse-wallet-password' })
    const off = { background_sync_type: 'off', wallet_password: 'p' }
    expect(await call('setup_background_sync', off)).toEqual(done)
    expect(wallet.info.backgroundSync).toBeUndefined()
    expect(await call('start_background_sync')).toMatchObject({ error: { code: -1 } })
  })

  test('creates a second wallet with a password of its own', async () => {
    const { call, service } = await scene()
    const custom = {
      background_sync_type: 'custom-background-password',
      wallet_password: 'p',
      background_cache_password: 'b',
    }
    expect(await call('setup_background_sync', custom)).toEqual(done)
    expect(await service.ports.files.list()).toEqual(['w', 'w.background'])
    expect(
      await call('setup_background_sync', { ...custom, background_cache_password: 'p' }),
    ).toEqual({
      error: {
        code: -1,
        message: 'custom background password must be different than wallet password',
      },
    })
  })

  test('error: a wrong password, an unknown type', async () => {
    const { call, wallet } = await scene()
    expect(await call('setup_background_sync', { ...reuse, wallet_password: 'q' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    expect(await call('setup_background_sync', { wallet_password: 'p' })).toEqual({
      error: { code: -1, message: 'Unknown background sync type' },
    })
    expect(wallet.info.backgroundSync).toBeUndefined()
  })
})
