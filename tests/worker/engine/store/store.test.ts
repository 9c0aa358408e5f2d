import { describe, expect, test } from 'vitest'
import { Cell, Store, Table, type RecordChange } from '../../../../worker/engine/store/store.ts'
import { Subset } from '../../../../worker/engine/store/subset.ts'
import { newSecrets } from '../../../support/chains/coin-mint.ts'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

/** A store whose storage notes what is written, and fails while `isFull`. */
function storeOverList() {
  const storage = { isFull: false, writes: [] as (readonly RecordChange[])[] }
  const store = new Store(async (changes) => {
    if (storage.isFull) throw new Error('no room')
    storage.writes.push(changes)
  })
  return { store, storage }
}

describe('commit', () => {
  test('writes all changes as one, with the last value of each record', async () => {
    const { store, storage } = storeOverList()
    const answer = await store.commit((change) => {
      change.put(store.notes, 'a', 'one')
      change.put(store.attributes, 'a', 'other')
      change.put(store.notes, 'a', 'two')
      change.delete(store.notes, 'b')
      return 'answer'
    })
    expect(answer).toBe('answer')
    expect(storage.writes).toEqual([
      [
        { table: 'notes', key: 'a', record: 'two' },
        { table: 'notes', key: 'b', record: undefined },
        { table: 'attributes', key: 'a', record: 'other' },
      ],
    ])
  })

  test('reads its own changes; other readers see them once they are written', async () => {
    const { store } = storeOverList()
    await store.commit((change) => {
      change.put(store.notes, 'a', 'old')
      change.put(store.attributes, 'a', 'old')
    })
    const seen = store.commit((change) => {
      change.put(store.notes, 'a', 'new')
      change.put(store.notes, 'b', 'b')
      change.delete(store.notes, 'b')
      change.delete(store.attributes, 'a')
      expect(change.get(store.attributes, 'a')).toBeUndefined()
      return [change.get(store.notes, 'a'), change.get(store.notes, 'b'), store.notes.get('a')]
    })
    expect(store.notes.get('a')).toBe('old')
    expect(await seen).toEqual(['new', undefined, 'old'])
    expect([...store.notes.rows]).toEqual([['a', 'new']])
  })

  test('runs one after another: the second reads the changes of the first', async () => {
    const { store } = storeOverList()
    const append = (letter: string) =>
      store.commit((change) =>
        change.put(store.notes, 'a', `${change.get(store.notes, 'a') ?? ''}${letter}`),
      )
    await Promise.all(['x', 'y', 'z'].map(append))
    expect(store.notes.get('a')).toBe('xyz')
  })

  test('writes nothing without changes', async () => {
    const { store, storage } = storeOverList()
    await store.commit(() => undefined)
    expect(storage.writes).toEqual([])
  })

  test.each(['storage', 'stage'])(
    'error: %s fails: nothing changes, the next commit runs',
    async (part) => {
      const { store, storage } = storeOverList()
      const done: string[] = []
      storage.isFull = part === 'storage'
      const failed = store.commit((change) => {
        change.put(store.notes, 'a', 'lost')
        change.afterwards(() => done.push('lost'))
        if (part === 'stage') throw new Error('no room')
      })
      await expect(failed).rejects.toThrow('no room')
      expect([store.notes.size, storage.writes, done]).toEqual([0, [], []])
      storage.isFull = false
      await store.commit((change) => {
        change.put(store.notes, 'a', 'kept')
        change.afterwards(() => done.push(store.notes.get('a')!))
      })
      expect(done).toEqual(['kept'])
    },
  )
})

describe('an index', () => {
  test('is the same one for the same function', () => {
    const table = new Table<number>('numbers')
    const even = () => new Subset<number>((row) => row % 2 === 0)
    expect(table.index(even)).toBe(table.index(even))
    expect(table.index(() => new Subset<number>(() => true))).not.toBe(table.index(even))
  })

  test('contains a commit once it is stored, and no part of a failed one', async () => {
    const { store, storage } = storeOverList()
    const all = () => new Subset<string>(() => true)
    const put = (txid: string) => store.commit((change) => change.put(store.notes, txid, 'note'))
    await put('a')
    expect([...store.notes.index(all).rows.keys()]).toEqual(['a'])
    storage.isFull = true
    await expect(put('b')).rejects.toThrow('no room')
    expect([...store.notes.index(all).rows.keys()]).toEqual(['a'])
  })
})

test('error: a cell is read before it is stored', () => {
  const cell = new Cell<string>('info', 'wallet')
  expect([cell.isStored, cell.valueIfStored]).toEqual([false, undefined])
  expect(() => cell.value).toThrow('store: expected a record in info, got none')
})

test('every table has a name of its own', () => {
  const { store } = storeOverList()
  const members = Object.values(store).filter((member) => member instanceof Table)
  expect(store.tables().size).toBe(members.length)
  expect(store.tables().get('outputs')).toBe(store.outputs)
})

test('wipe overwrites the keys of the wallet, of its transactions, and the nonces', async () => {
  const { store } = storeOverList()
  const secrets = newSecrets(await testCrypto())
  const bytes = () => new Uint8Array(32).fill(7)
  const [sentKey, txKey, nonce] = [bytes(), bytes(), bytes()]
  await store.commit((change) => {
    change.put(store.sent, 'a', sentRecord({ txKeys: [sentKey] }))
    change.put(store.txKeys, 'b', { txKeys: [txKey] })
    change.put(store.signing, 'c', { nonces: [nonce], peers: [] })
  })
  store.hold(secrets)
  expect(store.secrets.value).toBe(secrets)
  store.wipe()
  for (const secret of [sentKey, txKey, nonce, secrets.spendSecret, secrets.viewSecret])
    expect(secret).toEqual(new Uint8Array(32))
})
