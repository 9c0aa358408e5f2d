import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordStore } from '../../../../worker/engine/base/ports.ts'
import { RecordsChanged, WalletDamaged } from '../../../../worker/engine/store/errors.ts'
import { memoryRecords } from '../../../../worker/engine/store/memory-records.ts'
import { Store, type RecordChange } from '../../../../worker/engine/store/store.ts'
import { Vault } from '../../../../worker/engine/store/vault.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { vaultPorts } from '../../../support/storage/vault-ports.ts'
import { openVault, storedSecrets } from '../../../support/storage/vaults.ts'

type Stored = ReadonlyMap<string, Uint8Array>

const info = (restoreHeight: bigint) => ({
  network: 'mainnet' as const,
  kind: 'full' as const,
  restoreHeight,
  createdAt: 1n,
  seedLanguage: 'English',
  deterministic: true,
  lookahead: { accounts: 1, addresses: 1 },
})
const keyRecords: RecordChange[] = [
  { table: 'info', key: 'wallet', record: info(1n) },
  { table: 'secrets', key: 'keys', record: storedSecrets },
]

/** A vault with keys, and what it stores after each write. */
async function written(...commits: RecordChange[][]) {
  const stored = new Map<string, Uint8Array>()
  const vault = await Vault.create(vaultPorts, memoryRecords(stored), 'p')
  const history: Stored[] = []
  const write = async (changes: RecordChange[]) => {
    await vault.persist(changes)
    history.push(new Map(stored))
  }
  await write(keyRecords)
  for (const changes of commits) await write(changes)
  return { vault, stored, history, write }
}

async function open(stored: Stored, repair = false) {
  const records: RecordStore = memoryRecords(new Map(stored))
  return { records, ...(await openVault(records, 'p', { repair })) }
}

const note = (key: string, record: string | undefined) => ({ table: 'notes', key, record })
const tag = (key: string, record: object | undefined) => ({ table: 'tags', key, record })
const prefix = 'records of the wallet were changed outside this program: '

/** Names of what differs between two states, without the manifest, which every write replaces. */
const namesThatDiffer = (a: Stored, b: Stored) =>
  [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))

describe('records that changed between two openings', () => {
  test('error: one is removed', async () => {
    const { stored, history } = await written([note('a', 'rent')], [tag('x', { accounts: [0] })])
    const [first, second] = history
    for (const name of namesThatDiffer(first!, second!)) {
      const without = new Map(stored)
      without.delete(name)
      await expect(open(without)).rejects.toThrow(RecordsChanged)
    }
    const added = [...second!.keys()].find((name) => !first!.has(name))!
    stored.delete(added)
    await expect(open(stored)).rejects.toThrow(`${prefix}1 missing in notes`)
  })

  test('error: one is replaced by its older version', async () => {
    const { stored, history } = await written([note('a', 'rent')], [note('a', 'gift')])
    const before = history[1]!
    const names = namesThatDiffer(before, stored)
    expect(names).toHaveLength(2)
    for (const name of names)
      await expect(open(new Map(stored).set(name, before.get(name)!))).rejects.toThrow(
        `${prefix}an older version in notes`,
      )
  })

  test('error: a record of the keys is replaced by its older version', async () => {
    const change = { table: 'info', key: 'wallet', record: info(2n) }
    const { stored, history } = await written([note('a', 'rent')], [change])
    const name = namesThatDiffer(history[1]!, stored).find((each) => each.startsWith('keys.'))!
    stored.set(name, history[1]!.get(name)!)
    await expect(open(stored)).rejects.toThrow(`${prefix}an older version in info`)
  })

  test('error: a deleted one is back', async () => {
    const { stored, history } = await written(
      [note('a', 'rent'), note('b', 'gift')],
      [note('a', undefined)],
    )
    const gone = [...history[1]!.keys()].find((name) => !stored.has(name))!
    stored.set(gone, history[1]!.get(gone)!)
    await expect(open(stored)).rejects.toThrow(`${prefix}1 deleted before in notes`)
  })

  test('error: their list is removed or damaged', async () => {
    const { vault, stored } = await written([note('a', 'rent')])
    const before = new Map(stored)
    await vault.persist([])
    const [manifest] = namesThatDiffer(before, stored)
    stored.set(manifest!, stored.get(manifest!)!.slice(1))
    await expect(open(stored)).rejects.toThrow(`${prefix}1 cannot be decrypted, their list`)
    stored.delete(manifest!)
    await expect(open(stored)).rejects.toThrow(`${prefix}their list is missing`)
  })

  describe('of which only those of the keys are left', () => {
    const named = (stored: Stored, names: readonly string[]) =>
      new Map(names.map((name) => [name, stored.get(name)!]))
    const keyNames = (stored: Stored) =>
      [...stored.keys()].filter((name) => name.startsWith('keys.'))

    test('opens: the rest is scanned again', async () => {
      const { stored } = await written([note('a', 'rent')])
      const { vault, store } = await open(named(stored, keyNames(stored)))
      expect(vault.damage).toBeUndefined()
      expect(store.secrets.valueIfStored).toEqual(storedSecrets)
      expect(store.notes.size).toBe(0)
    })

    test('error: and one of these is missing', async () => {
      const { stored } = await written([note('a', 'rent')])
      const records = keyNames(stored).filter((name) => name !== 'keys.header')
      expect(records).toHaveLength(2)
      for (const name of records)
        await expect(open(named(stored, ['keys.header', name]))).rejects.toThrow(
          'the keys of the wallet are damaged',
        )
    })
  })

  test('error: records of different commits in one wallet', async () => {
    const keys = ['a', 'b', 'c', 'd']
    const change = fc.record({
      table: fc.constantFrom('notes', 'attributes'),
      key: fc.constantFrom(...keys),
      record: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
    })
    const commit = fc.uniqueArray(change, {
      selector: ({ table, key }) => `${table} ${key}`,
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(commit, { minLength: 2, maxLength: 6 }),
        fc.infiniteStream(fc.nat(1000)),
        async (commits, draws) => {
          const { stored, history } = await written(...commits)
          const draw = (limit: number) => (draws.next().value as number) % limit
          const attacked = attack(stored, history, draw)
          const isWhole = history.some((state) => namesThatDiffer(state, attacked).length === 0)
          if (isWhole || isOnlyKeysOf(stored, attacked)) return void (await open(attacked))
          await expect(open(attacked)).rejects.toThrow(WalletDamaged)
        },
      ),
      { numRuns: count(150, 5000), seed: seed() },
    )
  })
})

/** Whether all keys of a wallet are there as they are stored, and nothing else: it opens, and scans again. */
const isOnlyKeysOf = (stored: Stored, attacked: Stored) =>
  [...stored.keys(), ...attacked.keys()].every((name) =>
    name.startsWith('keys.') ? attacked.get(name) === stored.get(name) : !attacked.has(name),
  )

/** Some records of a state removed, from earlier states, or swapped; the header stays. */
function attack(stored: Stored, history: readonly Stored[], draw: (limit: number) => number) {
  const attacked = new Map(stored)
  const names = [...new Set(history.flatMap((state) => [...state.keys()]))]
  const others = names.filter((name) => name !== 'keys.header')
  for (let step = 0; step <= draw(4); step++) {
    const name = others[draw(others.length)]!
    const [kind, old] = [draw(3), history[draw(history.length)]!.get(name)]
    const partner = others[draw(others.length)]!
    if (kind === 0) attacked.delete(name)
    else if (kind === 1 && old) attacked.set(name, old)
    else if (kind === 2 && attacked.has(name) && attacked.has(partner)) {
      const [one, other] = [attacked.get(name)!, attacked.get(partner)!]
      attacked.set(name, other).set(partner, one)
    }
  }
  return attacked
}

describe('opening changed records with repair', () => {
  test('keeps what is left, and the next write makes it the state', async () => {
    const { stored, history } = await written(
      [note('a', 'rent'), note('b', 'gift')],
      [note('a', 'rent of May'), tag('x', { accounts: [0] })],
    )
    const [, before] = history
    const old = [...before!].filter(([name, bytes]) => stored.get(name) !== bytes)
    const damaged = [...stored.keys()].find((name) => !before!.has(name))!
    stored.set(damaged, stored.get(damaged)!.slice(1))
    const [name, bytes] = old[0]!
    stored.set(name, bytes)

    const { vault, store, records } = await open(stored, true)
    expect(vault.damage).toBeInstanceOf(RecordsChanged)
    expect(vault.damage?.message).toContain('1 cannot be decrypted')
    expect(store.secrets.valueIfStored).toEqual(storedSecrets)
    expect(store.tags.size).toBe(0)
    expect(store.notes.get('b')).toBe('gift')
    await vault.persist([])
    const again = await open(await records.readAll())
    expect(again.vault.damage).toBeUndefined()
    expect([...again.store.notes.rows]).toEqual([...store.notes.rows])
  })

  test('has no effect on a whole wallet', async () => {
    const { stored } = await written([note('a', 'rent')])
    const { vault, store } = await open(stored, true)
    expect(vault.damage).toBeUndefined()
    expect(store.notes.get('a')).toBe('rent')
  })

  test.each(['info', 'secrets'])('error: the record in %s is missing', async (table) => {
    const { stored, history, write } = await written([note('a', 'rent')])
    const { record } = keyRecords.find((each) => each.table === table)!
    await write([{ table, key: table === 'info' ? 'wallet' : 'keys', record }])
    const name = namesThatDiffer(history.at(-2)!, stored).find((each) => each.startsWith('keys.'))!
    stored.delete(name)
    await expect(open(stored, true)).rejects.toThrow('the keys of the wallet are damaged')
  })
})

describe('a write that fails', () => {
  /** Storage that fails at the writes `failing` says; it stores them nevertheless, or not. */
  async function failing(isStored: boolean, isReadable = () => true) {
    const stored = new Map<string, Uint8Array>()
    const memory = memoryRecords(stored)
    let fails = false
    const records: RecordStore = {
      ...memory,
      async readAll() {
        if (!isReadable()) throw new Error('unreadable')
        return memory.readAll()
      },
      async write(puts, deletes) {
        if (!fails || isStored) await memory.write(puts, deletes)
        if (fails) throw new Error('failed')
      },
    }
    const vault = await Vault.create(vaultPorts, records, 'p')
    const store = new Store((changes) => vault.persist(changes))
    await vault.persist(keyRecords)
    for (const { table, key, record } of keyRecords)
      store.tables().get(table)!.rows.set(key, record)
    return { vault, store, stored, setFailing: (on: boolean) => (fails = on) }
  }

  test('but is stored, counts as stored', async () => {
    const { store, stored, setFailing } = await failing(true)
    setFailing(true)
    await store.commit((change) => change.put(store.notes, 'a', 'rent'))
    setFailing(false)
    await store.commit((change) => change.put(store.notes, 'b', 'gift'))
    expect([...(await open(stored)).store.notes.rows]).toEqual([...store.notes.rows])
  })

  test.each([
    ['stored', true],
    ['not stored', false],
  ])('while storage is unreadable, and is %s, leaves a wallet that opens', async (_, isStored) => {
    let isReadable = true
    const { store, stored, setFailing } = await failing(isStored, () => isReadable)
    setFailing(true)
    isReadable = false
    const first = store.commit((change) => change.put(store.notes, 'a', 'rent'))
    await expect(first).rejects.toThrow('The wallet could not be stored: Error')
    const second = store.commit((change) => change.put(store.notes, 'b', 'gift'))
    await expect(second).rejects.toThrow('The wallet could not be stored: Error')
    isReadable = true
    setFailing(false)
    await store.commit((change) => change.put(store.notes, 'c', 'tea'))
    const { notes } = (await open(stored)).store
    expect([...notes.keys()]).toEqual(isStored ? ['a', 'c'] : ['c'])
  })

  test.each([
    ['stored', true],
    ['not stored', false],
  ])('at a new password, while unreadable, and is %s, leaves one password', async (_, isStored) => {
    let isReadable = true
    const { vault, store, stored, setFailing } = await failing(isStored, () => isReadable)
    setFailing(true)
    isReadable = false
    const changed = store.rewrite((all) => vault.changePassword('p', 'new', all))
    await expect(changed).rejects.toThrow('The wallet could not be stored: Error')
    isReadable = true
    setFailing(false)
    await store.commit((change) => change.put(store.notes, 'c', 'tea'))
    expect(await vault.verifyPassword('new')).toBe(isStored)
    const read: Store = new Store(async () => {})
    await Vault.open(vaultPorts, memoryRecords(stored), isStored ? 'new' : 'p', read)
    expect([...read.notes.keys()]).toEqual(['c'])
  })
})
