import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cursorAt,
  readCursor,
  walletMark,
  writeCursor,
} from '../../../../worker/engine/ledger/cursor.ts'
import type { Secrets } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import {
  eventIds,
  listenedLedger,
  Listener,
  SimulatedLedger,
  txidOf,
  type Payment,
} from '../../../support/wallets/simulated-ledger.ts'

const [x, y, z] = ['x', 'y', 'z'].map((name): Payment => ({ name })) as [Payment, Payment, Payment]
const { confirmed, received, unlocked } = eventIds

const storeWith = (secrets: Partial<Secrets>) => {
  const store = new Store(async () => undefined)
  store.hold(secrets as Secrets)
  return store
}

describe('writeCursor', () => {
  test('law: readCursor returns the same position for the same wallet', () => {
    const { store } = new SimulatedLedger()
    const cursor = fc.record({
      height: fc.bigInt(0n, 10n ** 10n - 1n),
      number: fc.bigInt(0n, 2n ** 64n - 1n),
      time: fc.bigInt(0n, 2n ** 64n - 1n),
    })
    fc.assert(
      fc.property(cursor, (cursor) => {
        expect(readCursor(writeCursor(walletMark(store), cursor), store)).toEqual(cursor)
      }),
      { numRuns: count(50, 5000), seed: seed() },
    )
  })
})

describe('walletMark', () => {
  const [spendPublic, viewPublic] = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)]
  const mark = walletMark(storeWith({ spendPublic, viewPublic }))

  test('is the same for every wallet with the same public keys', () => {
    expect(mark).toMatch(/^[0-9a-f]{8}$/)
    const full = { spendPublic, viewPublic, spendSecret: Uint8Array.of(9) }
    expect(walletMark(storeWith(full))).toBe(mark)
  })

  test('differs where one public key differs', () => {
    for (const other of [
      { spendPublic: viewPublic, viewPublic },
      { spendPublic, viewPublic: spendPublic },
      { spendPublic: viewPublic, viewPublic: spendPublic },
    ])
      expect(walletMark(storeWith(other))).not.toBe(mark)
  })
})

describe('cursorAt', () => {
  test('is the height and time of the chain, and the number of the last entry', async () => {
    const { books } = await listenedLedger(x)
    const view = { height: 7n, time: 8n, now: 9n, v2Height: 1n }
    const [entry] = books.store.received.values()
    expect(cursorAt(books, view)).toEqual({ height: 7n, number: entry!.found, time: 8n })
  })
})

describe('readCursor', () => {
  test.each([
    '',
    'nonsense',
    '12',
    '-1/confirmed/',
    '5/sent/x',
    'pool/x',
    'deadbeef-1-2',
    '1-2-3-4',
  ])('takes no position from an invalid id: %s', async (id) => {
    const { books } = await listenedLedger(x)
    const listener = new Listener()
    listener.lastId = id
    expect(listener.catchUp(books)).toEqual([])
    await books.mine([y])
    expect(listener.catchUp(books)).toEqual([confirmed(y, 140)])
  })

  test.each([
    ['130/confirmed/', [confirmed(z, 130), unlocked(x, 134), unlocked(z, 139)]],
    ['135/unlocked/', [unlocked(z, 139)]],
    [
      '125/reorganised/3',
      [confirmed(x, 125), confirmed(z, 130), unlocked(x, 134), unlocked(z, 139)],
    ],
    [received(x), [confirmed(x, 125), confirmed(z, 130), unlocked(x, 134), unlocked(z, 139)]],
    [
      `time/${txidOf('x')}/0/0`,
      [confirmed(x, 125), confirmed(z, 130), unlocked(x, 134), unlocked(z, 139)],
    ],
  ])('takes the height of an event id of older versions: %s', async (id, old) => {
    const books = new SimulatedLedger()
    await books.mineTo(125n)
    await books.mine([{ ...x, old: true }])
    await books.mineTo(130n)
    await books.mine([{ ...z, old: true }])
    await books.mineTo(150n)
    // Entries with a number are newer than ids of this form.
    await books.findLate(y, 100n)
    const listener = new Listener()
    listener.lastId = id
    expect(listener.catchUp(books)).toEqual([confirmed(y, 100), unlocked(y, 109), ...old])
  })

  test('takes the block above the last entry that is two hours older than an id of another wallet', async () => {
    const { books } = await listenedLedger(x)
    const { store, time } = books
    const mark = walletMark(new SimulatedLedger(2).store)
    const read = (time: bigint) =>
      readCursor(writeCursor(mark, { height: 9n, number: 9n, time }), store)
    const number = store.received.get('x')!.found!
    expect(read(time + 7_200n)).toEqual({ height: 136n, number, time: 0n })
    expect(read(time + 7_199n)).toEqual({ height: 0n, number: number - 1_000_000n, time: 0n })
  })

  test('takes the time of an id from another wallet', async () => {
    const other = new SimulatedLedger(2)
    const listener = new Listener()
    listener.come(other)
    await other.mineTo(300n)
    await other.mine([{ name: 'o' }])
    listener.go()
    const books = new SimulatedLedger()
    await books.mine([x])
    await books.mineTo(100n)
    await books.mine([y])
    await books.mineTo(120n)
    other.pass(30_000n)
    books.pass(30_000n)
    await other.mine([{ name: 'p' }])
    listener.catchUp(other)
    // This wallet was behind the other.
    await books.mine([z], 20)
    expect(listener.catchUp(books)).toEqual([unlocked(y, 109), confirmed(z, 120), unlocked(z, 129)])
  })

  test('continues by number after a restore from a copy', async () => {
    const { books, listener } = await listenedLedger()
    await books.mine([x])
    await books.mine([y])
    listener.go()
    const copy = new SimulatedLedger()
    copy.pass(60n)
    await copy.mineTo(140n)
    await copy.mine([x])
    await copy.mine([y, z])
    expect(listener.catchUp(copy)).toEqual([
      confirmed(x, 140),
      confirmed(y, 141),
      confirmed(z, 141),
    ])
  })
})
