import { describe, expect, test } from 'vitest'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'

const done = { result: {} }
const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
const scene = () => rescanScene({ wanted: { name: 'w', password: 'p' } })

/** A wallet that scanned its chain without its spend key. */
async function scanned() {
  const made = await scene()
  const { call } = made
  const { result } = (await call('query_key', { key_type: 'mnemonic' })) as {
    result: { key: string }
  }
  await call('setup_background_sync', reuse)
  await call('start_background_sync')
  await call('refresh')
  return { ...made, seed: result.key }
}

describe('stop_background_sync', () => {
  test('restores the spend key and finds spends of the time in between', async () => {
    const { call, balance } = await scanned()
    // Without key images every output counts as unspent: 5, 7 and 4, and 4 less the fee that came back.
    expect(await balance()).toBe(20n * coin - 1000n)
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
    expect(await balance()).toBe(13n * coin - 1000n)
    expect(await call('query_key', { key_type: 'spend_key' })).toHaveProperty('result')
  })

  test('checks the seed when one is given', async () => {
    const { call, seed } = await scanned()
    const other = await rescanScene()
    await other.call('create_wallet', { language: 'English' })
    const { result } = (await other.call('query_key', { key_type: 'mnemonic' })) as {
      result: { key: string }
    }
    const stop = (words: string) =>
      call('stop_background_sync', { wallet_password: 'p', seed: words })
    expect(await stop(result.key)).toEqual({ error: { code: -1, message: 'invalid spend key' } })
    expect(await stop('abbey abbey')).toMatchObject({
      error: { code: -1, message: 'Electrum-style word list failed verification' },
    })
    expect(await stop(seed)).toEqual(done)
  })

  test('error: a wrong password', async () => {
    const { call } = await scanned()
    expect(await call('stop_background_sync', { wallet_password: 'q' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
  })

  test('error: background sync is not set up', async () => {
    const { call } = await scene()
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual({
      error: {
        code: -1,
        message: 'must setup background sync first before using background sync',
      },
    })
  })
})
