import { describe, expect, test } from 'vitest'
import { storageErrorCode } from '../../../../worker/engine/store/errors.ts'
import {
  backgroundScene as scene,
  done,
  refused,
} from '../../../support/wallets/background-scene.ts'

const another = `"w.background.keys" is not this wallet's background wallet`

describe('a background wallet', () => {
  test('error: what it is not set up with', async () => {
    const { setUp, files, wallet } = await scene()
    const same = 'custom background password must be different than wallet password'
    expect(await setUp({ background_cache_password: 'p' })).toEqual(refused(same))
    expect(await setUp({ wallet_password: 'q' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    files.contents.set('w.background', new Map([['keys.header', new Uint8Array(4)]]))
    expect(await setUp()).toEqual(refused(another))
    expect(wallet.info).not.toHaveProperty('backgroundSync')
    const other = { background_sync_type: 'reuse-wallet-password' }
    expect(await setUp(other)).toEqual(done)
    expect(await setUp()).toEqual(refused(another))
    expect(wallet.info.backgroundSync).toEqual({ type: 'reuse-wallet-password' })
    expect(files.contents.get('w.background')!.size).toBe(1)
  })

  test('error: storage that is full leaves a wallet that makes it when it opens next', async () => {
    const { call, setUp, open, files } = await scene()
    let writes = 0
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    files.beforeWrite = () => {
      if (++writes > 1) throw full
    }
    expect(await setUp()).toEqual(
      refused(`The wallet could not be stored: ${storageErrorCode(full)}`),
    )
    files.beforeWrite = () => {}
    await call('close_wallet')
    await open('w', 'p')
    await call('close_wallet')
    expect((await open('w.background', 'b')).info.kind).toBe('background')
  })

  test('error: storage that does not remove it leaves it set up', async () => {
    const { setUp, files, wallet } = await scene()
    await setUp()
    const { remove } = files
    files.remove = async () => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' })
    }
    const off = { background_sync_type: 'off' }
    expect(await setUp(off)).toEqual(refused('The wallet could not be stored: EACCES'))
    expect(wallet.info.backgroundSync).toEqual({ type: 'custom-background-password' })
    files.remove = remove
    expect(await setUp(off)).toEqual(done)
    expect(await files.list()).toEqual(['w'])
  })
})
