import 'fake-indexeddb/auto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { indexedDbFiles } from '../../../../worker/adapters/indexeddb.ts'
import { sqliteFiles } from '../../../../server/sqlite/wallet-files.ts'
import type { WalletFiles } from '../../../../worker/engine/base/ports.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fakeLocks } from '../../../support/storage/web-locks.ts'
import { temporaryFolder } from '../../../support/storage/temporary-folder.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { spendableDaemon } from '../../../support/chains/spendable-chain.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'
import { withBlocksArriving } from '../../../support/daemons/encoded-daemon.ts'

const done = { result: {} }

/** A wallet `w` in `files` and the one beside it, both closed, and a chain that neither has seen. */
async function kept(files: WalletFiles) {
  const { script } = await rescanScene()
  const service = await testService(
    { network: 'fakechain', daemon: { address: 'scripted', trusted: true } },
    { files, connect: () => withBlocksArriving(spendableDaemon(script)) },
  )
  const call = (method: string, params: object = {}) => dispatch(service, method, params)
  await testWallet({ network: 'fakechain', name: 'w', password: 'p' }, service)
  expect(
    await call('setup_background_sync', {
      background_sync_type: 'custom-background-password',
      wallet_password: 'p',
      background_cache_password: 'b',
    }),
  ).toEqual(done)
  await call('close_wallet')
  return { call, files }
}

describe('a background wallet', () => {
  test('is stored in IndexedDB beside the wallet', async () => {
    const { call, files } = await kept(indexedDbFiles(fakeLocks()))
    const names = ['w', 'w.background']
    expect(await files.list()).toEqual(names)
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toEqual(done)
    const background = { filename: 'w.background', password: 'b' }
    expect(await call('open_wallet', background)).toMatchObject({ error: { data: 'in use' } })
    await call('close_wallet')
    expect(await call('open_wallet', background)).toEqual(done)
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toEqual(done)
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
    await call('setup_background_sync', { background_sync_type: 'off', wallet_password: 'p' })
    expect(await files.list()).toEqual(['w'])
  })

  test('is stored on disk beside the wallet, and rescans when only its keys file is left', async () => {
    const folder = temporaryFolder('background')
    const { call } = await kept(sqliteFiles(folder, await sqliteDriver()))
    expect(readdirSync(folder).sort()).toEqual(['w', 'w.background', 'w.background.keys', 'w.keys'])
    rmSync(join(folder, 'w.background'))
    await call('open_wallet', { filename: 'w.background', password: 'b' })
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    await call('close_wallet')
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toEqual(done)
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
    await call('setup_background_sync', { background_sync_type: 'off', wallet_password: 'p' })
    await call('close_wallet')
    expect(readdirSync(folder).sort()).toEqual(['w', 'w.keys'])
  })
})
