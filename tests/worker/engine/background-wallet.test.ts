import { describe, expect, test } from 'vitest'
import { storageReason } from '../../../worker/engine/store/errors.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { backgroundScene as scene, done, refused } from '../../support/wallets/background-scene.ts'
import { allTables } from '../../support/wallets/crashing-wallet.ts'
import { coin } from '../../support/wallets/rescan-scene.ts'
import type { ScriptedChain } from '../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../support/wallets/scripted-wallet.ts'

const another = `"w.background.keys" is not this wallet's background wallet`
const inUse = 'background wallet w.background is already opened by another wallet program'

/** Ledger of a wallet that scans the same chain itself. */
async function alone(script: ScriptedChain) {
  const { wallet } = await scriptedWallet(await testCrypto(), { script })
  await wallet.sync.refresh()
  return chainOf(allTables(wallet.store))
}

/** Leaves out the settings of background sync. */
function chainOf({ info: _i, secrets: _s, ...books }: Record<string, unknown>) {
  return books
}

/** An error of storage. */
const unstored = (message: string) => ({
  error: { code: -1, message, data: 'storage: failed' },
})

describe('a background wallet with a password of its own', () => {
  test('scans without the spend key, and the wallet imports the scanned blocks', async () => {
    const { call, setUp, open, script } = await scene()
    expect(await setUp()).toEqual(done)
    await call('close_wallet')
    const background = await open('w.background', 'b')
    expect(background.secrets).not.toHaveProperty('spendSecret')
    expect(background.secrets).not.toHaveProperty('locked')
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    // Spends are unknown without the spend key.
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 20n * coin - 1000n },
    })
    await call('close_wallet')
    const wallet = await open('w', 'p')
    expect(chainOf(allTables(wallet.store))).toEqual(await alone(script))
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
    expect(await call('query_key', { key_type: 'spend_key' })).toHaveProperty('result')
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 0n } })
  })

  // 2: the wallet has seen what was paid, not what was spent. 3: both.
  test.each([2, 3, 20, 31])('continues from the height of the wallet: %s', async (height) => {
    const { call, setUp, open, away, script, first, spend } = await scene()
    script.pop(30)
    if (height > 1) script.mine([first])
    if (height > 2) script.mine([spend])
    while (script.height < height) script.mine()
    await call('refresh')
    await setUp()
    if (height < 3) script.mine([spend])
    while (script.height < 40) script.mine()
    await away()
    const wallet = await open('w', 'p')
    expect(wallet.chain.height).toBe(40n)
    expect(chainOf(allTables(wallet.store))).toEqual(await alone(script))
  })

  test('its blocks replace abandoned blocks of the wallet', async () => {
    const { call, setUp, open, away, script, first, spend } = await scene()
    await call('refresh')
    await setUp()
    script.pop(30)
    script.mine().mine([first]).mine([spend])
    while (script.height < 33) script.mine()
    const background = await away()
    expect(background.info.backgroundSync).toMatchObject({ from: 1n })
    const wallet = await open('w', 'p')
    expect(chainOf(allTables(wallet.store))).toEqual(await alone(script))
  })

  test('is imported when the wallet opens in its place', async () => {
    const { call, setUp, open, lines } = await scene()
    await setUp()
    await call('close_wallet')
    await open('w.background', 'b')
    await call('refresh')
    expect((await open('w', 'p')).chain.height).toBe(31n)
    expect(lines).toEqual([])
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
  })

  test('stores no notes, attributes, labels, tags, frozen states or transaction keys', async () => {
    const { call, setUp, open, spend } = await scene()
    await call('refresh')
    const { result } = (await call('incoming_transfers', { transfer_type: 'available' })) as {
      result: { transfers: { key_image: string }[] }
    }
    for (const [method, params] of [
      ['freeze', { key_image: result.transfers[0]!.key_image }],
      ['set_tx_notes', { txids: [spend.txid], notes: ['rent'] }],
      ['set_attribute', { key: 'k', value: 'v' }],
      ['label_address', { index: { major: 0, minor: 0 }, label: 'mine' }],
      ['label_account', { account_index: 1, label: 'shop' }],
      ['tag_accounts', { tag: 't', accounts: [0] }],
    ] as const)
      expect(await call(method, params), method).toHaveProperty('result')
    await setUp()
    await call('close_wallet')
    const { store, tags, addresses } = await open('w.background', 'b')
    for (const table of [
      store.notes,
      store.attributes,
      store.addressBook,
      store.txKeys,
      store.tags,
    ])
      expect([...table.rows], table.name).toEqual([])
    expect(tags.all()).toEqual([])
    expect([...store.outputs.values()].some(({ frozen }) => frozen)).toBe(false)
    for (const { txKeys, destinations } of store.sent.values())
      expect({ txKeys, destinations }).toEqual({ txKeys: [], destinations: [] })
    const label = (account: number) => addresses.label({ account, address: 0 })
    expect([label(0), label(1)]).toEqual(['Primary account', ''])
    await call('close_wallet')
    const wallet = await open('w', 'p')
    expect(wallet.store.notes.get(spend.txid)).toBe('rent')
    expect(wallet.addresses.label({ account: 1, address: 0 })).toBe('shop')
    expect([...wallet.store.outputs.values()].filter(({ frozen }) => frozen)).toHaveLength(1)
  })

  test('refuses methods that spend, rescan or change its password and type', async () => {
    const { call, setUp, open, params } = await scene()
    const seed = (await call('query_key', { key_type: 'mnemonic' })) as { result: { key: string } }
    await setUp()
    await call('close_wallet')
    await open('w.background', 'b')
    for (const [method, given] of [
      ['transfer', { destinations: [] }],
      ['sweep_all', { address: '' }],
      ['query_key', { key_type: 'mnemonic' }],
      ['query_key', { key_type: 'spend_key' }],
      ['change_wallet_password', { old_password: 'b', new_password: 'q' }],
      ['rescan_blockchain', {}],
      ['export_key_images', {}],
    ] as const)
      expect(await call(method, given), method).toEqual({
        error: { code: -51, message: 'This command is disabled for background wallets.' },
      })
    expect(await call('query_key', { key_type: 'view_key' })).toHaveProperty('result')
    expect(await call('store')).toEqual(done)
    expect(await call('setup_background_sync', params)).toEqual(
      refused("Can't set background sync type from an existing background cache"),
    )
    expect(await call('start_background_sync')).toEqual(
      refused(
        "Can't start background syncing from a background wallet (it is always background syncing)",
      ),
    )
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual({
      error: { code: -22, message: 'Invalid password.' },
    })
    for (const words of ['', seed.result.key])
      expect(await call('stop_background_sync', { wallet_password: 'b', seed: words })).toEqual(
        refused('invalid spend key'),
      )
  })

  test('is locked while the wallet is open, and the wallet opens with a warning while it is in use', async () => {
    const { call, setUp, open, files, lines } = await scene()
    await setUp()
    expect(await call('open_wallet', { filename: 'w.background', password: 'b' })).toMatchObject(
      refused(
        'Failed to open wallet : internal error: "w.background.keys" is opened by another wallet program',
      ),
    )
    await call('close_wallet')
    const records = await files.open('w.background')
    if (typeof records === 'string') throw new Error(records)
    await open('w', 'p')
    expect(lines).toEqual([`warning: background wallet: ${inUse}`])
    expect(await setUp({ background_sync_type: 'off' })).toEqual({
      error: { code: -1, message: inUse, data: 'in use' },
    })
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 30n } })
    await call('close_wallet')
    await records.close()
    // It has seen less than the wallet, and gets what the wallet saw.
    await open('w', 'p')
    await call('close_wallet')
    expect((await open('w.background', 'b')).chain.height).toBe(31n)
  })

  test('opens only with its own password, and only with the new one after a change', async () => {
    const { call, setUp, files } = await scene()
    await setUp()
    const kept = new Map(files.contents.get('w.background'))
    await setUp({ background_cache_password: 'c' })
    await call('close_wallet')
    const opens = async (filename: string, password: string) => {
      const answer = await call('open_wallet', { filename, password })
      await call('close_wallet')
      return 'result' in answer
    }
    expect(await opens('w.background', 'b')).toBe(false)
    expect(await opens('w.background', 'p')).toBe(false)
    expect(await opens('w', 'c')).toBe(false)
    expect(await opens('w.background', 'c')).toBe(true)
    // A copy from before the change counts as another wallet.
    files.contents.set('w.background', kept)
    expect(await opens('w', 'p')).toBe(true)
    expect(files.contents.get('w.background')).toEqual(kept)
    expect(await opens('w.background', 'b')).toBe(true)
  })

  test('is created again when it is missing, empty or damaged', async () => {
    const { call, setUp, open, files, lines } = await scene()
    await setUp()
    await call('refresh')
    await call('close_wallet')
    const whole = files.contents.get('w.background')!
    const damaged = new Map(whole)
    for (const [name, bytes] of damaged)
      if (name.startsWith('data.')) damaged.set(name, bytes.slice(1))
    for (const records of [undefined, new Map<string, Uint8Array>(), damaged]) {
      if (records) files.contents.set('w.background', records)
      else files.contents.delete('w.background')
      await open('w', 'p')
      await call('close_wallet')
      expect((await open('w.background', 'b')).chain.height).toBe(31n)
      await call('close_wallet')
    }
    const count = [...damaged.keys()].filter((name) => name.startsWith('data.')).length
    expect(lines).toEqual([
      'warning: background wallet: records of the wallet were changed outside this program: ' +
        `${count} cannot be decrypted, their list is missing`,
    ])
  })

  test('is removed when background sync is off or of another type', async () => {
    const { call, setUp, files, wallet } = await scene()
    for (const type of ['off', 'reuse-wallet-password']) {
      expect(await setUp()).toEqual(done)
      expect(await files.list()).toEqual(['w', 'w.background'])
      expect(await setUp({ background_sync_type: type })).toEqual(done)
      expect(await files.list()).toEqual(['w'])
      expect(wallet.secrets).not.toHaveProperty('background')
    }
    expect(await call('query_key', { key_type: 'spend_key' })).toHaveProperty('result')
  })

  test('is unlocked when it is turned off after its files are removed', async () => {
    const { setUp, files } = await scene()
    await setUp()
    files.contents.delete('w.background')
    expect(await setUp({ background_sync_type: 'off' })).toEqual(done)
    files.contents.set('w.background', new Map())
    expect(await files.open('w.background')).not.toBe('in use')
  })

  test('has the blocks of a background sync of the wallet itself', async () => {
    const { call, setUp, open, script, wallet } = await scene()
    await setUp()
    expect(await call('start_background_sync')).toEqual(done)
    expect(wallet.secrets).not.toHaveProperty('spendSecret')
    await call('refresh')
    expect(await call('transfer', { destinations: [] })).toMatchObject({ error: { code: -52 } })
    await call('close_wallet')
    expect((await open('w.background', 'b')).chain.height).toBe(31n)
    await call('refresh')
    await call('close_wallet')
    const again = await open('w', 'p')
    expect(chainOf(allTables(again.store))).toEqual(await alone(script))
  })

  test('is not imported while the wallet itself syncs in the background', async () => {
    const { call, setUp, open, service } = await scene()
    await setUp()
    await call('close_wallet')
    await open('w.background', 'b')
    await call('refresh')
    const { connect } = service.ports
    let started: Promise<unknown> | undefined
    // Called once the wallet can be asked, while the one before it is still to be closed.
    service.ports.connect = (target) => {
      started ??= call('start_background_sync')
      return connect(target)
    }
    await open('w', 'p')
    expect(await started).toEqual(done)
    await call('refresh')
    expect(await call('stop_background_sync', { wallet_password: 'p' })).toEqual(done)
    await call('refresh')
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 13n * coin - 1000n },
    })
  })

  test('is not imported when it watches fewer addresses than the wallet', async () => {
    const { call, setUp, open, away, script, files } = await scene()
    await setUp()
    const before = new Map(files.contents.get('w.background'))
    expect(await call('create_address', { count: 10 })).toHaveProperty('result')
    const to = { account: 0, address: 12 }
    script.mine([script.pay({ payments: [{ to, amount: 2n * coin }] })])
    // As after a process that ends before it updates the background wallet.
    await call('close_wallet')
    files.contents.set('w.background', before)
    await away()
    const opened = await open('w', 'p')
    expect(opened.chain.height).toBe(1n)
    await call('refresh')
    expect(await call('get_balance', { all_accounts: true })).toMatchObject({
      result: { balance: 15n * coin - 1000n },
    })
  })

  test('ignores start_height, so that no block is skipped', async () => {
    const { setUp, open, away, script } = await scene()
    await setUp()
    await away({ start_height: 20 })
    const wallet = await open('w', 'p')
    expect(wallet.chain.height).toBe(31n)
    expect(chainOf(allTables(wallet.store))).toEqual(await alone(script))
  })
})

describe('set-up of a background wallet', () => {
  test('error: equal passwords, a wrong password, or an existing file of its name', async () => {
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

  test('error: storage is full; the wallet creates it at the next open', async () => {
    const { call, setUp, open, files } = await scene()
    let writes = 0
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
    files.beforeWrite = () => {
      if (++writes > 1) throw full
    }
    expect(await setUp()).toEqual(
      unstored(`The wallet could not be stored: ${storageReason(full)}`),
    )
    files.beforeWrite = () => {}
    await call('close_wallet')
    await open('w', 'p')
    await call('close_wallet')
    expect((await open('w.background', 'b')).info.kind).toBe('background')
  })

  test('error: its files cannot be removed, and the setting stays', async () => {
    const { setUp, files, wallet } = await scene()
    await setUp()
    const { remove } = files
    files.remove = async () => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' })
    }
    const off = { background_sync_type: 'off' }
    expect(await setUp(off)).toEqual(unstored('The wallet could not be stored: EACCES'))
    expect(wallet.info.backgroundSync).toEqual({ type: 'custom-background-password' })
    files.remove = remove
    expect(await setUp(off)).toEqual(done)
    expect(await files.list()).toEqual(['w'])
  })
})
