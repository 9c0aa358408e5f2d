import { describe, expect, test } from 'vitest'
import { historyOf } from '../../../../worker/engine/store/history.ts'
import type { Secrets, SeenRecord, WalletInfo } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import {
  applyOther,
  applySeen,
  forgetSeen,
  isSpendKeyAway,
  keepSeen,
  UnknownSpends,
  type ApplySeenParts,
} from '../../../../worker/engine/sync/unknown-spends.ts'
import type { ResolvedTransaction } from '../../../../worker/engine/scan/incoming-transaction.ts'
import type { FoundOutput } from '../../../../worker/engine/scan/identify-outputs.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'
import { coin, rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'

const ours = { account: 0, address: 0 }
const confirmed = ({ txid }: { txid: string }, height: number) => `${height}/confirmed/${txid}/0/0`

const bytes = Uint8Array.of(1)

/** A store with this wallet description; `from` is where its background sync started. */
async function storeOf(
  given: Partial<WalletInfo> & { from?: bigint; height?: bigint; chain?: number; watched?: number },
) {
  const { from, height = 1n, chain = 0, watched = 1, ...rest } = given
  const store = new Store(async () => undefined)
  const type = 'custom-background-password' as const
  const backgroundSync = from === undefined ? { type } : { type, from }
  const info = { network: 'fakechain', kind: 'full', restoreHeight: 0n, backgroundSync, ...rest }
  await store.commit((change) => {
    change.setValue(store.info, info as WalletInfo)
    change.put(store.lookahead, '0', { spendKeys: new Uint8Array(32 * watched) })
    const ids = new Uint8Array(32 * Number(height - 1n)).fill(chain)
    if (height > 1n) change.put(store.blocks, '0', { first: 1n, ids, reward: 0n })
  })
  return store
}
const seenAt = (height: bigint) => ({ height, blob: bytes }) as unknown as SeenRecord

describe('isSpendKeyAway', () => {
  test.each([
    ['a full wallet', 'full', { spendSecret: bytes }, false],
    ['a view-only wallet', 'view-only', {}, false],
    ['a wallet whose spend key is locked', 'full', { locked: bytes }, true],
    ['a wallet that may lock it', 'full', { locked: bytes, spendSecret: bytes }, false],
    ['a background wallet', 'background', {}, true],
  ] as const)('of %s', async (_, kind, secrets, expected) => {
    const store = await storeOf({ kind })
    store.hold(secrets as unknown as Secrets)
    expect(isSpendKeyAway(store)).toBe(expected)
  })
})

describe('UnknownSpends', () => {
  /** A transaction with rings of these absolute indices, by amount. */
  const spending = (...rings: [amount: bigint, indices: bigint[]][]) =>
    ({
      inputs: rings.map(([amount, indices]) => ({
        kind: 'key',
        amount,
        keyOffsets: indices.map((index, at) => index - (indices[at - 1] ?? 0n)),
        keyImage: bytes,
      })),
    }) as unknown as Transaction
  const without = (given: Parameters<typeof someOutput>[0]) => {
    const { keyImage: _, ...output } = someOutput(given)
    return output
  }
  const unknownOf = (...outputs: ReturnType<typeof without>[]) => {
    const table = new Store(async () => undefined).outputs
    for (const output of outputs) table.set(output.key, output)
    return new UnknownSpends(table)
  }

  test('may be spent by any transaction with one of them in a ring', () => {
    const unknown = unknownOf(without({ globalIndex: 40n }))
    expect(unknown.maySpend(spending([0n, [7n, 40n, 41n]]))).toBe(true)
    expect(unknown.maySpend(spending([0n, [1n, 2n]], [0n, [39n, 40n]]))).toBe(true)
    expect(unknown.maySpend(spending([0n, [7n, 39n, 41n]]))).toBe(false)
  })

  test('have global indices of their amount before RingCT', () => {
    const unknown = unknownOf(without({ ringct: false, amount: 5n, globalIndex: 3n }))
    expect(unknown.maySpend(spending([5n, [3n]]))).toBe(true)
    expect(unknown.maySpend(spending([0n, [3n]]))).toBe(false)
    expect(unknown.maySpend(spending([6n, [3n]]))).toBe(false)
  })

  test('are neither outputs with a key image nor imported ones', () => {
    const imported = { position: 0, requested: false }
    const unknown = unknownOf(
      someOutput({ globalIndex: 1n }),
      without({ globalIndex: 2n, imported }),
    )
    expect(unknown.isEmpty).toBe(true)
    expect(unknown.maySpend(spending([0n, [1n, 2n]]))).toBe(false)
  })

  test('grow by the outputs of a transaction', () => {
    const unknown = unknownOf()
    const found = [{ index: 1, ringct: true, amount: 5n }]
    unknown.found(found as unknown as FoundOutput[], [10n, 11n])
    expect(unknown.isEmpty).toBe(false)
    expect(unknown.maySpend(spending([0n, [11n]]))).toBe(true)
    expect(unknown.maySpend(spending([0n, [10n]]))).toBe(false)
  })
})

describe('seen transactions', () => {
  test('have names that sort in chain order', async () => {
    const store = await storeOf({})
    const at = (height: bigint, txid: string) =>
      ({ txid, tx: { blob: bytes, pruned: true }, height, globalIndices: [] }) as unknown
    const slices = [
      [at(9n, 'a')],
      [at(10n, 'b'), at(10n, 'c')],
      Array.from({ length: 11 }, (_, row) => at(100n, `d${row}`)),
    ] as ResolvedTransaction[][]
    for (const slice of slices.reverse())
      await store.commit((change) => keepSeen(change, store, slice))
    const names = [...store.seen.keys()].sort()
    const expected = ['a', 'b', 'c', ...Array.from({ length: 11 }, (_, row) => `d${row}`)]
    expect(names.map((name) => store.seen.get(name)!.txid)).toEqual(expected)
  })

  test.each([
    [8n, 8n],
    [5n, 5n],
    [3n, 3n],
  ])('from block %i on are removed with their blocks', async (height, from) => {
    const store = await storeOf({ from: 8n })
    for (const each of [3n, 5n, 8n, 9n])
      await store.commit((change) => change.put(store.seen, `${each}`, seenAt(each)))
    await store.commit((change) => forgetSeen(change, store, height))
    const left = [...store.seen.values()].map((record) => record.height)
    expect(left).toEqual([3n, 5n, 8n].filter((each) => each < height))
    expect(store.info.value.backgroundSync).toMatchObject({ from })
  })

  test('of blocks that stay are kept', async () => {
    const store = await storeOf({ from: 5n })
    await store.commit((change) => change.put(store.seen, '6', seenAt(6n)))
    await store.commit((change) => forgetSeen(change, store, 7n))
    expect([...store.seen.keys()]).toEqual(['6'])
    expect(store.info.value.backgroundSync).toMatchObject({ from: 5n })
  })
})

test('applySeen changes nothing without background sync', async () => {
  const store = await storeOf({})
  expect(await applySeen({ store } as ApplySeenParts)).toBeUndefined()
})

describe('applyOther', () => {
  type Given = Parameters<typeof storeOf>[0]
  test.each<[string, Given, Given]>([
    ['did not sync', { height: 9n }, { height: 12n }],
    ['started above the top of this wallet', { height: 9n }, { from: 10n, height: 12n }],
    ['is lower', { height: 9n }, { from: 3n, height: 8n }],
    ['has the same top block', { height: 9n }, { from: 3n, height: 9n }],
    ['has a later restore height', { height: 9n }, { from: 3n, height: 12n, restoreHeight: 1n }],
    ['watched fewer addresses', { height: 9n, watched: 3 }, { from: 3n, height: 12n, watched: 2 }],
  ])('changes nothing where the background wallet %s', async (_, here, there) => {
    const store = await storeOf(here)
    const before = structuredClone([...store.blocks.rows])
    expect(await applyOther({ store } as ApplySeenParts, await storeOf(there))).toBeUndefined()
    expect([...store.blocks.rows]).toEqual(before)
  })

  test('imports payments and replaced blocks of the background wallet, so that a listener receives them', async () => {
    const { call, service, script, first } = await rescanScene({
      wanted: { name: 'w', password: 'p' },
    })
    const setUp = { background_sync_type: 'custom-background-password', wallet_password: 'p' }
    const open = async (filename: string, password: string): Promise<Wallet> => {
      expect(await call('open_wallet', { filename, password })).toHaveProperty('result')
      return service.wallet!
    }
    await call('refresh')
    await call('setup_background_sync', { ...setUp, background_cache_password: 'b' })
    const listener = new Listener()
    listener.come(service.wallet!)
    listener.go()
    await call('close_wallet')

    const late = script.pay({ payments: [{ to: ours, amount: coin }] })
    script.pop(4)
    while (script.height < 34) script.mine()
    script.mine([late])
    const beside = await open('w.background', 'b')
    await call('refresh')
    expect(historyOf(beside.store).replaced).toMatchObject([{ height: 27n, detached: 4 }])
    const wallet = await open('w', 'p')
    expect(wallet.chain.height).toBe(35n)
    const { replaced } = historyOf(wallet.store)
    expect(replaced).toMatchObject([{ height: 27n, detached: 4 }])
    const received = listener.catchUp(wallet)
    expect(received).toEqual([`27/reorganised/${replaced[0]!.number}`, confirmed(late, 34)])
    expect(received.some((id) => id.includes(first.txid))).toBe(false)
  })
})
