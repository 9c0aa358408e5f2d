import { describe, expect, test } from 'vitest'
import { resetChain, type ResetOptions } from '../../../../worker/engine/sync/rescan.ts'
import type {
  AddressBookRow,
  PoolRecord,
  SentRecord,
  TagRecord,
} from '../../../../worker/engine/store/records.ts'
import { Store, type Change } from '../../../../worker/engine/store/store.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { receivedRecord, sentRecord } from '../../../support/wallets/transfer-records.ts'

const [ownKey, otherKey] = [Uint8Array.of(1), Uint8Array.of(2)]
const own = { blob: Uint8Array.of(9), txKeys: [ownKey] }
const mined = sentRecord({ txid: 'mined', ...own })
const pending = sentRecord({ txid: 'pending', state: 'pending', ...own })
const journaled = sentRecord({ txid: 'journaled', state: 'journaled', ...own })
const refused = sentRecord({ txid: 'refused', state: 'failed', ...own })
const spentImage = 'spent elsewhere'
const failed = sentRecord({ txid: 'failed', state: 'failed', keyImages: [spentImage], ...own })
const observed = sentRecord({ txid: 'observed', state: 'pending' })
const bookRow: AddressBookRow = { address: 'a', description: 'b' } as AddressBookRow

/** A store with every kind of record after a reset, and how often the addresses were cleared. */
async function reset(options: ResetOptions) {
  const store = new Store(async () => undefined)
  let cleared = 0
  const addresses = { clear: (_: Change) => void cleared++ }
  await store.commit((change) => {
    const output = someOutput()
    change.put(store.outputs, output.key, output)
    const spent = { txid: 'other', height: 5n }
    const gone = someOutput({ keyImage: spentImage, spent })
    change.put(store.outputs, gone.key, gone)
    change.put(store.blocks, '0', { first: 1n, ids: new Uint8Array(32), reward: 5n })
    change.setValue(store.verified, { first: 1n, below: 1n, next: 5n, top: 9n })
    change.put(store.received, 'r', receivedRecord())
    change.put(store.pool, 'p', receivedRecord() as unknown as PoolRecord)
    for (const sent of [mined, pending, journaled, refused, failed, observed] as SentRecord[])
      change.put(store.sent, sent.txid, sent)
    change.put(store.txKeys, 'earlier', { txKeys: [otherKey] })
    change.put(store.notes, 'mined', 'for rent')
    change.put(store.keyImages, 'k', { keyImage: 'i', proven: true, requested: false })
    change.put(store.addressBook, '0', bookRow)
    change.put(store.tags, 'shop', { accounts: [0, 2], description: 'd' } as TagRecord)
    change.put(store.tags, 'bar', { accounts: [1], description: '' } as TagRecord)
  })
  const parts = { store, chain: { height: 9n }, addresses }
  await store.commit((change) => resetChain(change, parts, options))
  return { store, cleared: () => cleared }
}

describe.each([{ hard: false }, { hard: true }])('resetChain with %o', (options) => {
  test('removes all that comes from the chain', async () => {
    const { store } = await reset(options)
    for (const table of [store.blocks, store.verified, store.outputs, store.received, store.pool])
      expect([...table.keys()]).toEqual([])
  })

  test('keeps own transactions that can be mined, whole', async () => {
    const { store } = await reset(options)
    expect([...store.sent.values()]).toEqual([pending, journaled, refused])
  })

  test('keeps notes and imported key images', async () => {
    const { store } = await reset(options)
    expect(store.notes.get('mined')).toBe('for rent')
    expect(store.keyImages.has('k')).toBe(true)
  })
})

describe('resetChain', () => {
  test('keeps transaction keys, accounts, tags and the address book unless it is hard', async () => {
    const { store, cleared } = await reset({ hard: false })
    expect([...store.txKeys.rows]).toEqual([
      ['earlier', { txKeys: [otherKey] }],
      ['mined', { txKeys: [ownKey] }],
      ['failed', { txKeys: [ownKey] }],
    ])
    expect([...store.tags.keys()]).toEqual(['shop', 'bar'])
    expect(store.tags.get('shop')).toMatchObject({ accounts: [0, 2] })
    expect(store.addressBook.get('0')).toEqual(bookRow)
    expect(cleared()).toBe(0)
  })

  test('removes these when it is hard; tags keep the first account only', async () => {
    const { store, cleared } = await reset({ hard: true })
    expect([store.txKeys.size, store.addressBook.size]).toEqual([0, 0])
    expect([...store.tags.rows]).toEqual([['shop', { accounts: [0], description: 'd' }]])
    expect(cleared()).toBe(1)
  })

  test('keeps the address book in a hard reset if requested', async () => {
    const { store } = await reset({ hard: true, keepBook: true })
    expect(store.addressBook.get('0')).toEqual(bookRow)
    expect(store.txKeys.size).toBe(0)
  })
})

test('a scan from an earlier block finds older payments, and one from a later block loses none', async () => {
  const crypto = await testCrypto()
  const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight: 70n } })
  const pay = (amount: bigint) =>
    script.pay({ payments: [{ to: { account: 0, address: 0 }, amount }] })
  while (script.height < 5) script.mine()
  script.mine([pay(5n)])
  while (script.height < 80) script.mine()
  script.mine([pay(7n)])
  const amounts = () => [...wallet.store.outputs.values()].map(({ amount }) => amount)
  await wallet.sync.refresh()
  expect(amounts()).toEqual([7n])
  await wallet.sync.rescan({ hard: false })
  expect(amounts()).toEqual([7n])
  await wallet.sync.rescan({ hard: false, from: 3n })
  expect(amounts()).toEqual([5n, 7n])
  expect(wallet.info.restoreHeight).toBe(3n)
  await wallet.sync.rescan({ hard: false, from: 75n })
  expect(amounts()).toEqual([5n, 7n])
  await wallet.close()
})
