import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test, vi } from 'vitest'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { Store } from '../../../worker/engine/store/store.ts'
import { Vault } from '../../../worker/engine/store/vault.ts'
import type { Wallet } from '../../../worker/engine/wallet.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import type { Result } from '../../support/programs/monerod.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import type { MemoryFiles } from '../../support/storage/memory-files.ts'
import { allTables } from '../../support/wallets/crashing-wallet.ts'
import { coin, rescanScene } from '../../support/wallets/rescan-scene.ts'
import { ScriptedChain } from '../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../support/wallets/scripted-wallet.ts'
import { spendableDaemon } from '../../support/chains/spendable-chain.ts'
import { testSeed, testService, testWallet } from '../../support/wallets/test-wallet.ts'

const done = { result: {} }
const backgroundSyncing = {
  code: -52,
  message:
    'This command is disabled while background syncing. Stop background syncing to use this command.',
}

/** A wallet that may sync in the background, and its chain, of which it has seen nothing. */
async function scene() {
  const made = await rescanScene({ wanted: { name: 'w', password: 'p' } })
  const { call } = made
  const params = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
  return { ...made, params, setUp: () => call('setup_background_sync', params) }
}

/** Ledger of a wallet that scans the same chain with its spend key. */
async function withKey(script: ScriptedChain) {
  const { wallet } = await scriptedWallet(await testCrypto(), { script })
  await wallet.sync.refresh()
  return allTables(wallet.store)
}

/** The unsigned set of a view-only copy of `wallet`. */
async function unsignedOf(wallet: Wallet, script: ScriptedChain, destinations: object[]) {
  const { spendSecret: _, locked: _l, ...secrets } = structuredClone(wallet.secrets)
  const { service } = await scriptedWallet(await testCrypto(), {
    script,
    wrap: () => spendableDaemon(script),
    wanted: { secrets },
  })
  await dispatch(service, 'refresh')
  const made = await dispatch(service, 'transfer', { destinations })
  return (made as { result: { unsigned_txset: string } }).result
}

/** Blocks the queue of exclusive tasks until `go` is called. */
function held(wallet: Wallet) {
  let go = () => {}
  void wallet.exclusive(() => new Promise<void>((resolve) => (go = resolve)))
  const take = wallet.exclusive.bind(wallet)
  let count = 0
  wallet.exclusive = (task) => {
    count++
    return take(task)
  }
  return {
    go: () => go(),
    /** Resolves once this many wait. */
    waiting: (least: number) => vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(least)),
  }
}

/** Leaves out the settings of background sync. */
function plain({ info: _i, secrets: _s, blocks: _b, ...books }: Record<string, unknown>) {
  return books
}

describe('background sync', () => {
  test('finds spends and updates the ledger when it stops', async () => {
    const { call, setUp, books, balance, wallet, script } = await scene()
    expect(await setUp()).toEqual(done)
    expect(await call('start_background_sync')).toEqual(done)
    expect(await call('start_background_sync')).toEqual(done)
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    // Spends are unknown without the spend key: 5, 7 and 4, and 4 of change.
    expect(await balance()).toBe(20n * coin - 1000n)
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
    expect(await balance()).toBe(13n * coin - 1000n)
    expect(plain(books())).toEqual(plain(await withKey(script)))
    expect(wallet.info.backgroundSync).toEqual({ type: 'reuse-wallet-password' })
    expect(await call('transfer', { destinations: [] })).toMatchObject({ error: { code: -20 } })
  })

  test('updates the ledger when the wallet closes and opens again before the stop', async () => {
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

  test('follows reorganisations of blocks from before and after its start', async () => {
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

  // v0.18.5.1 forgets such a payment and frees its inputs, although a block can still contain it.
  test('keeps a payment whose block was replaced, and sends it again on request', async () => {
    const crypto = await testCrypto()
    const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
    const to = { account: 0, address: 0 }
    for (const amount of [coin, coin]) script.mine([script.pay({ payments: [{ to, amount }] })])
    while (script.height < 40) script.mine()
    const { wallet, service } = await scriptedWallet(crypto, {
      script,
      wrap: () => spendableDaemon(script),
      wanted: { name: 'w', password: 'p' },
    })
    const result = async (method: string, params: object = {}): Promise<Result> => {
      const outcome = await dispatch(service, method, params)
      if ('error' in outcome) throw new Error(`${method}: ${outcome.error.message}`)
      return outcome.result
    }
    const type = { background_sync_type: 'reuse-wallet-password', wallet_password: 'p' }
    await result('setup_background_sync', type)
    await result('refresh')
    const destinations = [{ address: wallet.primaryAddress, amount: 1n }]
    const { tx_hash } = await result('transfer', { destinations })
    const { balance } = await result('get_balance')
    script.mine([script.pool.get(tx_hash)!])
    await result('refresh')
    const lists = { out: true, pending: true }
    expect(await result('get_transfers', lists)).toMatchObject({ out: [{ txid: tx_hash }] })

    await result('start_background_sync')
    script.pop(1)
    script.mine().mine()
    await result('refresh')
    await result('stop_background_sync', { wallet_password: 'p' })
    expect(script.pool.size).toBe(0)
    expect(await result('get_transfers', lists)).toMatchObject({
      out: [],
      pending: [{ txid: tx_hash }],
    })
    expect((await result('get_balance')).balance).toBe(balance)
    await result('resend_tx', { txid: tx_hash })
    expect([...script.pool.keys()]).toEqual([tx_hash])
    script.mine([script.pool.get(tx_hash)!])
    await result('refresh')
    expect(await result('get_transfers', lists)).toMatchObject({
      out: [{ txid: tx_hash }],
      pending: [],
    })
  })

  test('has the spend key neither in memory nor in records without a second encryption', async () => {
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
    const { locked, ...stored } = store.secrets.value
    expect(Object.keys(stored).sort()).toEqual(['spendPublic', 'viewPublic', 'viewSecret'])
    expect(bytesToHex(locked!)).not.toContain(bytesToHex(testSeed))
    await records.close()
  })

  test('refuses methods that need the spend key', async () => {
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

  test('refuses methods that are queued behind its start', async () => {
    const { call, setUp, wallet, script, first } = await scene()
    await call('refresh')
    await setUp()
    const address = wallet.primaryAddress
    const destinations = [{ amount: coin, address }]
    const key_image = first.keyImages[0]!
    const { result } = (await call('export_outputs', { all: true })) as { result: object }
    const { unsigned_txset } = await unsignedOf(wallet, script, destinations)
    const waiting: [string, object][] = [
      ['transfer', { destinations }],
      ['transfer_split', { destinations }],
      ['sweep_all', { address }],
      ['sweep_single', { address, key_image }],
      ['sweep_dust', {}],
      ['sign_transfer', { unsigned_txset }],
      ['export_keys_file', { password: 'p' }],
      ['export_key_images', { all: true }],
      ['import_key_images', { signed_key_images: [] }],
      ['import_outputs', result],
      ['change_wallet_password', { old_password: 'p', new_password: 'q' }],
      ['rescan_spent', {}],
      ['rescan_blockchain', {}],
      ['scan_tx', { txids: [first.txid] }],
    ]
    const turns = held(wallet)
    const paying = call('transfer', { destinations })
    await turns.waiting(1)
    const starting = call('start_background_sync')
    await turns.waiting(2)
    const refusing = waiting.map(([method, params]) => call(method, params))
    await turns.waiting(10)
    expect(wallet.background).toBe(undefined)
    turns.go()
    const [paid, started, ...refused] = await Promise.all([paying, starting, ...refusing])
    expect(started).toEqual(done)
    const { tx_hash } = (paid as { result: { tx_hash: string } }).result
    expect([...script.pool.keys()]).toEqual([tx_hash])
    for (const [i, [method]] of waiting.entries())
      expect([method, refused[i]]).toEqual([method, { error: backgroundSyncing }])
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
    expect(await call('transfer', { destinations })).toHaveProperty('result')
    expect(script.pool.size).toBe(2)
  })

  test('encrypts the spend key under a changed password, and restores it when it is turned off', async () => {
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

  test.each(['setup_background_sync', 'start_background_sync', 'stop_background_sync'])(
    'error: %s in a view-only wallet',
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
