import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { Store } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/crypto.ts'
import type { MemoryFiles } from '../../../support/memory-files.ts'
import { everything } from '../../../support/mortal.ts'
import { coin, rescanScene } from '../../../support/rescan-scene.ts'
import type { Script } from '../../../support/scripted-chain.ts'
import { scriptedWallet } from '../../../support/scripted-wallet.ts'
import { testSeed, testService, testWallet } from '../../../support/wallet.ts'

const done = { result: {} }
const words = 'gels zeal lucky jeers irony tamper older pastry fuselage unzip shrugged biggest'

/** A wallet that may sync in the background, and its chain, of which it has seen nothing. */
async function scene() {
  const made = await rescanScene({ wanted: { name: 'w', password: 'p' } })
  const { call } = made
  const params = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
  return { ...made, params, setUp: () => call('setup_background_sync', params) }
}

/** Books of a wallet that saw the same chain with its spend key. */
async function withKey(script: Script) {
  const { wallet } = await scriptedWallet(await testCrypto(), { script })
  await wallet.sync.refresh()
  return everything(wallet.store)
}

/** Without what only tells that it may sync in the background. */
function plain({ info: _i, secrets: _s, blocks: _b, ...books }: Record<string, unknown>) {
  return books
}

describe('background sync', () => {
  test('settles what it saw once it is stopped', async () => {
    const { call, setUp, books, balance, wallet, script } = await scene()
    expect(await setUp()).toEqual(done)
    expect(await call('start_background_sync')).toEqual(done)
    expect(await call('start_background_sync')).toEqual(done)
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    // What was spent cannot be told from what others spend: 5, 7 and 4, and 4 that came back.
    expect(await balance()).toBe(20n * coin - 1000n)
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
    expect(await balance()).toBe(13n * coin - 1000n)
    expect(plain(books())).toEqual(plain(await withKey(script)))
    expect(wallet.info.backgroundSync).toEqual({ type: 'reuse-wallet-password' })
    expect(await call('transfer', { destinations: [] })).toMatchObject({ error: { code: -20 } })
  })

  test('settles what a process saw that ended meanwhile', async () => {
    const { call, setUp, service, wallet } = await scene()
    await setUp()
    await call('start_background_sync')
    await call('refresh')
    await wallet.close()
    expect(await call('open_wallet', { filename: 'w', password: 'p' })).toEqual(done)
    expect(service.wallet!.store.seen.size).toBe(0)
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
  })

  test('takes back what it saw in blocks that were abandoned, and blocks of before', async () => {
    const { call, setUp, script, first, spend, balance, wallet } = await scene()
    script.pop(29)
    await call('refresh')
    script.mine([spend]).mine()
    await setUp()
    await call('start_background_sync')
    await call('refresh')
    expect(wallet.info.backgroundSync).toMatchObject({ from: 2n })
    script.pop(3)
    script.mine().mine([first]).mine([spend]).mine().mine()
    await call('refresh')
    expect(wallet.info.backgroundSync).toMatchObject({ from: 1n })
    await call('stop_background_sync', { wallet_password: 'p' })
    expect(await balance()).toBe(13n * coin - 1000n)
    expect(wallet.store.sent.get(spend.txid)).toMatchObject({ state: 'mined', height: 3n })
  })

  test('has nowhere in memory what spends, nor what would open it', async () => {
    const { call, setUp, wallet, service } = await scene()
    const { spendSecret } = wallet.secrets
    await setUp()
    await call('start_background_sync')
    expect(spendSecret).toEqual(new Uint8Array(32))
    expect(wallet.secrets).not.toHaveProperty('spendSecret')
    expect(wallet.viewOnly).toBe(false)
    // All that the key of the records opens.
    await wallet.close()
    const records = await (service.ports.files as MemoryFiles).open('w')
    const store: Store = new Store(() => Promise.resolve())
    if (typeof records === 'string') throw new Error(records)
    await Vault.open(service.ports, records, 'p', store)
    const { locked, ...stored } = store.secrets.get('keys')!
    expect(Object.keys(stored).sort()).toEqual(['spendPublic', 'viewPublic', 'viewSecret'])
    expect(bytesToHex(locked!)).not.toContain(bytesToHex(testSeed))
    await records.close()
  })

  test('is refused what spends while it runs', async () => {
    const { call, setUp, params } = await scene()
    await setUp()
    await call('start_background_sync')
    for (const [method, given] of [
      ['transfer', { destinations: [] }],
      ['query_key', { key_type: 'mnemonic' }],
      ['query_key', { key_type: 'spend_key' }],
      ['change_wallet_password', { old_password: 'p', new_password: 'q' }],
    ] as const)
      expect(await call(method, given), method).toMatchObject({ error: { code: -52 } })
    expect(await call('query_key', { key_type: 'view_key' })).toHaveProperty('result')
    expect(await call('setup_background_sync', params)).toEqual({
      error: {
        code: -1,
        message: "Can't set background sync type from an existing background cache",
      },
    })
  })

  test('error: a password that is changed in its turn, once it runs', async () => {
    const { call, setUp, wallet } = await scene()
    await setUp()
    await call('start_background_sync')
    await expect(wallet.changePassword('p', 'q')).rejects.toThrow(
      'cannot change password from background wallet',
    )
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
  })

  test('keeps its keys under a new password, and gives them back when it is turned off', async () => {
    const { call, setUp } = await scene()
    await setUp()
    const changed = { old_password: 'p', new_password: 'q' }
    expect(await call('change_wallet_password', changed)).toEqual(done)
    await call('start_background_sync')
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    expect(await call('stop_background_sync', { wallet_password: 'q' })).toEqual(done)
    const off = { background_sync_type: 'off', wallet_password: 'q' }
    expect(await call('setup_background_sync', off)).toEqual(done)
    await call('close_wallet')
    expect(await call('open_wallet', { filename: 'w', password: 'q' })).toEqual(done)
    expect(await call('query_key', { key_type: 'spend_key' })).toEqual({
      result: { key: bytesToHex(testSeed) },
    })
    expect(await call('start_background_sync')).toMatchObject({ error: { code: -1 } })
  })

  test('is stopped with the seed of the wallet alone', async () => {
    const { call, setUp } = await scene()
    const { result } = (await call('query_key', { key_type: 'mnemonic' })) as {
      result: { key: string }
    }
    await setUp()
    await call('start_background_sync')
    const service = await testService()
    const stranger = await testWallet({}, service)
    expect(stranger.viewOnly).toBe(false)
    const made = await dispatch(service, 'create_wallet', { language: 'English' })
    expect(made).toEqual(done)
    const other = (await dispatch(service, 'query_key', {
      key_type: 'mnemonic',
    })) as typeof made & {
      result: { key: string }
    }
    const stop = (seed: string) => call('stop_background_sync', { wallet_password: 'p', seed })
    expect(await stop(other.result.key)).toEqual({
      error: { code: -1, message: 'invalid spend key' },
    })
    expect(await stop(words)).toMatchObject({
      error: { code: -1, message: 'Electrum-style word list failed verification' },
    })
    expect(await call('query_key', { key_type: 'spend_key' })).toMatchObject({
      error: { code: -52 },
    })
    expect(await stop(result.key)).toEqual(done)
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ result })
  })

  test('error: what it is not set up for', async () => {
    const { call, params } = await scene()
    const notSetUp = {
      error: {
        code: -1,
        message: 'must setup background sync first before using background sync',
      },
    }
    expect(await call('start_background_sync')).toEqual(notSetUp)
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(notSetUp)
    expect(await call('setup_background_sync', { ...params, wallet_password: 'q' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    expect(await call('setup_background_sync', { wallet_password: 'p' })).toEqual({
      error: { code: -1, message: 'Unknown background sync type' },
    })
  })

  test.each(['setup_background_sync', 'start_background_sync', 'stop_background_sync'])(
    'error: %s of a wallet that can only view',
    async (method) => {
      const service = await testService()
      const { secrets } = await testWallet({}, service)
      const { spendSecret: _, ...viewing } = secrets
      const copy = { ...viewing, viewSecret: viewing.viewSecret.slice() }
      await testWallet({ secrets: copy }, service)
      expect(await dispatch(service, method)).toEqual({
        error: { code: -29, message: 'Watch-only wallet cannot enable background sync' },
      })
    },
  )
})
