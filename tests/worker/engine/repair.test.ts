import { describe, expect, test } from 'vitest'
import type { Store, Table } from '../../../worker/engine/store/store.ts'
import { manifestName, storedName } from '../../support/storage/stored-name.ts'
import type { TestPorts } from '../../support/wallets/test-wallet.ts'
import { coin, rescanScene } from '../../support/wallets/rescan-scene.ts'

/** A wallet that has scanned its chain; `damage` changes its records while it is closed. */
async function closedWallet() {
  const scene = await rescanScene({ wanted: { name: 'w', password: 'p' } })
  const { call, service, wallet } = scene
  const ports = service.ports as TestPorts
  await call('refresh')
  const stored = ports.files.contents.get('w')!
  const nameOf = <R>(pick: (store: Store) => Table<R>, key?: string) => {
    const table = pick(wallet.store)
    return storedName(wallet.store, stored, table, key ?? [...table.keys()][0]!)
  }
  const open = (repair = false) => call('open_wallet', { filename: 'w', password: 'p', repair })
  const transfers = () => call('get_transfers', { in: true, out: true, all_accounts: true })
  return { ...scene, ports, stored, nameOf, open, transfers }
}

const refused = { error: { code: -1, data: 'records changed' } }
const address = (wallet: { primaryAddress: string }) => ({
  address: wallet.primaryAddress,
  paymentId: '',
})

describe('a wallet with changed records', () => {
  test.each<[string, (store: Store) => Table<unknown>]>([
    ['an output', (store) => store.outputs as Table<unknown>],
    ['a received payment', (store) => store.received as Table<unknown>],
    ['block ids', (store) => store.blocks as Table<unknown>],
    ['an account', (store) => store.accounts as Table<unknown>],
    ['the lookahead', (store) => store.lookahead as Table<unknown>],
    ['a sent transaction', (store) => store.sent as Table<unknown>],
  ])('that lost %s, is repaired, and the next refresh completes it', async (_, pick) => {
    const { call, service, stored, nameOf, open, transfers, balance } = await closedWallet()
    const [expected, money] = [await transfers(), await balance()]
    const name = await nameOf(pick)
    await call('close_wallet')
    stored.delete(name)
    expect(await open()).toMatchObject(refused)
    expect(await open(true)).toEqual({ result: {} })
    expect(service.wallet!.chain.height).toBe(1n)
    await call('refresh')
    expect([await transfers(), await balance()]).toEqual([expected, money])
    await call('close_wallet')
    expect(await open()).toEqual({ result: {} })
    expect(await balance()).toBe(money)
  })

  test('that lost an account which has a tag, keeps all accounts', async () => {
    const { call, service, stored, nameOf, open } = await closedWallet()
    await call('create_account', { label: 'shop' })
    await call('create_account', { label: 'rent' })
    await call('tag_accounts', { tag: 'work', accounts: [3] })
    const name = await nameOf(({ accounts }) => accounts, '3')
    await call('close_wallet')
    stored.delete(name)
    await open(true)
    const { addresses, store, tags } = service.wallet!
    expect(addresses.accountCount).toBe(4)
    expect(addresses.label({ account: 2, address: 0 })).toBe('shop')
    expect(tags.of(3)).toBe('work')
    expect(store.lookahead.size).toBeGreaterThan(4)
  })

  test('that lost its list of records, is scanned again', async () => {
    const { call, service, stored, open, wallet, balance } = await closedWallet()
    const money = await balance()
    const name = await manifestName(wallet.store, stored)
    await call('close_wallet')
    stored.delete(name)
    expect(await open()).toMatchObject(refused)
    await open(true)
    expect(service.wallet!.chain.height).toBe(1n)
    await call('refresh')
    expect(await balance()).toBe(money)
  })

  test('that lost a row of the address book, has the other rows and is not scanned again', async () => {
    const { call, service, ports, stored, nameOf, open, wallet } = await closedWallet()
    for (const description of ['one', 'two', 'three'])
      await wallet.addressBook.add({ ...address(wallet), description })
    const { height } = wallet.chain
    const name = await nameOf(({ addressBook }) => addressBook, '1')
    await call('close_wallet')
    stored.delete(name)
    expect(await open()).toMatchObject(refused)
    await open(true)
    const { addressBook, chain } = service.wallet!
    expect([addressBook.row(0n).description, addressBook.row(1n).description]).toEqual([
      'one',
      'three',
    ])
    expect([addressBook.size, chain.height]).toEqual([2, height])
    expect(ports.lines.at(-1)).toBe(
      'warning: opened for repair: records of the wallet were changed outside this program: ' +
        '1 missing in addressBook',
    )
    await call('close_wallet')
    expect(await open()).toEqual({ result: {} })
  })

  test.each([
    ['drops the nonces of which an older version is back', true],
    ['keeps nonces that are whole', false],
  ])('%s', async (_, isOlder) => {
    const { call, service, stored, nameOf, open, wallet } = await closedWallet()
    const { signing, notes } = wallet.store
    const rows = [signing, notes as Table<unknown>] as Table<unknown>[]
    const write = (nonce: number) =>
      wallet.store.commit((change) => {
        for (const table of rows)
          change.put(table, 'aa', { nonces: [new Uint8Array(32).fill(nonce)], peers: [] })
      })
    await write(1)
    const name = await nameOf(() => rows[isOlder ? 0 : 1]!, 'aa')
    const before = stored.get(name)!
    await write(2)
    await call('close_wallet')
    stored.set(name, before)
    expect(await open()).toMatchObject(refused)
    await open(true)
    expect(service.wallet!.store.signing.size).toBe(isOlder ? 0 : 1)
  })

  test('keeps its seed readable', async () => {
    const { call, stored, nameOf, open } = await closedWallet()
    const seed = await call('query_key', { key_type: 'mnemonic' })
    const name = await nameOf(({ outputs }) => outputs)
    await call('close_wallet')
    stored.set(name, new Uint8Array(80))
    expect(await open()).toMatchObject(refused)
    await open(true)
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual(seed)
  })

  test('error: a repair that cannot be stored changes nothing', async () => {
    const { call, ports, stored, nameOf, open } = await closedWallet()
    const name = await nameOf(({ outputs }) => outputs)
    await call('close_wallet')
    stored.delete(name)
    const before = new Map(stored)
    ports.files.beforeWrite = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    expect(await open(true)).toMatchObject({
      error: { message: 'The wallet could not be stored: ENOSPC' },
    })
    expect(stored).toEqual(before)
    ports.files.beforeWrite = () => {}
    expect(await open(true)).toEqual({ result: {} })
  })

  test('has its payments after the repair', async () => {
    const { call, stored, nameOf, open, balance } = await closedWallet()
    const name = await nameOf(({ history }) => history)
    await call('close_wallet')
    stored.delete(name)
    await open(true)
    await call('refresh')
    expect(await balance()).toBe(5n * coin + 4n * coin + 4n * coin - 1000n)
  })
})
