import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { Events, type WalletEvent } from '../../../../worker/engine/base/events.ts'
import { BlockIds } from '../../../../worker/engine/ledger/block-ids.ts'
import type { LedgerUpdate } from '../../../../worker/engine/ledger/ledger-writer.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { ProgressReporter } from '../../../../worker/engine/sync/progress-reporter.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()

describe('a refresh', () => {
  test('sends progress, received payments, and that the daemon answered', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    const paid = script.pay({ payments: [{ to: { account: 0, address: 2 }, amount: 9n }] })
    script.mine([paid])
    await wallet.sync.refresh()
    const named = (name: WalletEvent['name']) => events.filter((event) => event.name === name)
    expect(named('connection')).toEqual([{ name: 'connection', online: true }])
    expect(named('received')).toEqual([
      { name: 'received', txid: paid.txid, amount: 9n, account: 0, address: 2 },
    ])
    expect(named('progress').at(-1)).toMatchObject({
      height: 2n,
      target: 2n,
      downloadedBytes: expect.any(Number),
    })
    expect(new Set(named('changed').map((event) => 'what' in event && event.what))).toEqual(
      new Set(['height', 'balance', 'transfers', 'addresses']),
    )
  })

  test('reports an unusable answer as offline, until one is usable', async () => {
    let nettype = 'stagenet'
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        rpc: {
          ...daemon.rpc,
          get_info: async () => ({ ...(await daemon.rpc.get_info({})), nettype }),
        },
      }),
    })
    script.mine()
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => event.name === 'connection' && events.push(event))
    for (let i = 0; i < 2; i++) await expect(wallet.sync.refresh()).rejects.toThrow('stagenet')
    const problem = { code: -1, message: expect.stringContaining('the daemon is on stagenet') }
    const trouble = { name: 'connection', online: false, problem }
    expect(events.splice(0)).toEqual([trouble, trouble])
    nettype = ''
    await wallet.sync.refresh()
    expect(events).toEqual([{ name: 'connection', online: true }])
  })

  test('sends no money events when nothing arrived', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    await wallet.sync.refresh()
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    await wallet.sync.refresh()
    expect(events.map(({ name }) => name)).toEqual(['connection', 'progress'])
  })
})

const noUpdate: LedgerUpdate = { outputs: 0, spendings: 0, receipts: [], warnings: [] }
const reorganisation = { height: 1n, detached: 2 }

/** A reporter at height 1, its events so far, and its clock. */
function reporterScene() {
  const events: WalletEvent[] = []
  const clock = { ...systemClock, ms: 0, monotonicMs: () => clock.ms }
  const emitter = new Events(() => undefined)
  emitter.subscribe((event) => events.push(event))
  const chain = new BlockIds(new Store(async () => {}), 'fakechain')
  const reporter = new ProgressReporter(emitter, chain, clock)
  const progressed = (update = noUpdate, reorganised?: typeof reorganisation) =>
    reporter.progressed({ transactions: 10, update, reorganised })
  return { reporter, clock, progressed, events: () => events.splice(0) }
}
const money = ['balance', 'transfers', 'addresses'].map((what) => ({ name: 'changed', what }))
const height = { name: 'changed', what: 'height' }

describe('ProgressReporter', () => {
  test('sends height and progress four times a second at most', () => {
    const { clock, progressed, events } = reporterScene()
    const names = [0, 249, 250, 499, 501].map((ms) => {
      clock.ms = ms
      progressed()
      return events().map(({ name }) => name)
    })
    const both = ['changed', 'progress']
    expect(names).toEqual([both, [], both, [], both])
  })

  test('sends received payments and reorganisations at once', () => {
    const { progressed, events } = reporterScene()
    progressed()
    events()
    const subaddress = { account: 1, address: 2 }
    const receipts = [{ txid: 't', subaddress, amount: 5n, amounts: [2n, 3n] }]
    progressed({ ...noUpdate, outputs: 2, receipts })
    const received = { name: 'received', txid: 't', amount: 5n, ...subaddress }
    expect(events()).toEqual([received, ...money])
    progressed({ ...noUpdate, spendings: 1 })
    expect(events()).toEqual(money)
    progressed(noUpdate, reorganisation)
    expect(events()).toEqual([{ name: 'reorganised', ...reorganisation }, ...money])
  })

  test('has the higher of both heights as its target', () => {
    const { reporter, events } = reporterScene()
    reporter.height()
    expect(events()).toEqual([height, { name: 'progress', height: 1n, target: 1n }])
    reporter.begin(9n)
    events()
    reporter.far()
    expect(events()).toEqual([{ name: 'progress', height: 1n, target: 9n }])
  })

  test('measures the pace of each refresh on its own', () => {
    const { reporter, clock, progressed, events } = reporterScene()
    clock.ms = 60_000
    reporter.begin(9n)
    events()
    clock.ms = 62_000
    progressed()
    expect(events()).toContainEqual(expect.objectContaining({ transactionsPerSecond: 5 }))
  })

  test('counts the bytes of each refresh on its own', () => {
    const { reporter, events } = reporterScene()
    reporter.begin(9n)
    for (const bytes of [1000, 500]) reporter.downloaded(bytes)
    events()
    reporter.far()
    expect(events()).toEqual([{ name: 'progress', height: 1n, target: 9n, downloadedBytes: 1500 }])
    reporter.begin(9n)
    events()
    reporter.far()
    expect(events()).toEqual([{ name: 'progress', height: 1n, target: 9n }])
  })

  test('reports an unusable answer as offline until a refresh ends', () => {
    const { reporter, events } = reporterScene()
    reporter.begin(9n)
    reporter.ended()
    const online = { name: 'connection', online: true }
    expect(events()).toEqual([online])
    reporter.trouble(new RpcError('UNKNOWN_ERROR', 'wrong network'))
    const problem = { code: -1, message: 'wrong network' }
    expect(events()).toEqual([{ name: 'connection', online: false, problem }])
    reporter.begin(9n)
    expect(events()).toEqual([])
    reporter.ended()
    expect(events()).toEqual([online])
  })
})
