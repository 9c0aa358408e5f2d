import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { systemClock } from '../../../../../worker/adapters/platform.ts'
import { OwnKeyImages } from '../../../../../worker/engine/ledger/own-key-images.ts'
import { startScanner } from '../../../../../worker/engine/scan/scanner.ts'
import { InvalidDaemonData } from '../../../../../worker/engine/base/daemon-errors.ts'
import { FalseFeed, FeedUse } from '../../../../../worker/engine/sync/feed/feed-use.ts'
import type { Daemon, FeedCache } from '../../../../../worker/engine/base/ports.ts'
import type { WalletEvent } from '../../../../../worker/engine/base/events.ts'
import { ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { scriptedFeed } from '../../../../support/feed/scripted-feed.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const size = 8
const ours = { account: 0, address: 0 }

/** Ten blocks, with a payment. */
function tenBlocks() {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  script.mine().mine([script.pay({ payments: [{ to: ours, amount: 7n }] })])
  while (script.height < 10) script.mine()
  return script
}

/** A wallet whose daemon has ten blocks, the first eight also as the scan feed. */
async function scene({
  script = tenBlocks(),
  change = () => {},
  cache,
}: {
  script?: ScriptedChain
  change?: (files: Map<string, Uint8Array<ArrayBuffer>>) => void
  cache?: FeedCache
} = {}) {
  const files = scriptedFeed(script, size)
  change(files)
  const read: string[] = []
  const feedFile = async (name: string) => {
    read.push(name.replace(/-.*/, ''))
    return files.get(name)
  }
  let connected: Daemon | undefined
  const wrap = (daemon: Daemon): Daemon => (connected = { ...daemon, feedFile })
  const made = await scriptedWallet(crypto, {
    script,
    wrap,
    leastFeedBlocks: 1,
    ...(cache && { ports: { feedCache: async () => cache } }),
  })
  const page = pageClient(made.service)
  const trust = async () => {
    const { scan_feed, feed_problem, payments, unverified_payments } = await page.get_trust({})
    return { scan_feed, feed_problem, payments, unverified_payments }
  }
  return { ...made, page, read, files, trust, daemon: () => connected! }
}

describe('the use of the scan feed', () => {
  test('is reported once blocks came from it: their payments are unverified', async () => {
    const { wallet, read, files, trust } = await scene()
    expect(await trust()).toMatchObject({ scan_feed: 'unasked', feed_problem: undefined })
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(10n)
    expect(read).toEqual(['index.json', 'complete/0'])
    expect(await trust()).toEqual({
      scan_feed: 'read',
      feed_problem: undefined,
      payments: 1,
      unverified_payments: 1,
    })
    const [, chunk] = [...files].find(([name]) => name.startsWith('complete/'))!
    const last = events.findLast((event) => event.name === 'progress')
    expect(last && 'downloadedBytes' in last && last.downloadedBytes).toBeGreaterThan(chunk.length)
  })

  test('reads files that this device has, and requests those that are damaged there', async () => {
    const kept = new Map<string, Uint8Array<ArrayBuffer>>()
    const cache: FeedCache = {
      budget: 1_000_000,
      read: async (name) => kept.get(name)?.slice(),
      keep: async (name, bytes) => void kept.set(name, bytes.slice()),
      setBudget: async () => {},
      measure: async () => ({ files: kept.size, bytes: 0 }),
    }
    const script = tenBlocks()
    const refresh = async () => {
      const { wallet, read } = await scene({ script, cache })
      await wallet.sync.refresh()
      expect(wallet.chain.height).toBe(10n)
      return read
    }
    expect(await refresh()).toEqual(['index.json', 'complete/0'])
    expect([...kept.keys()]).toEqual([expect.stringMatching(/^complete\/0-/)])
    expect(await refresh()).toEqual(['index.json'])
    for (const bytes of kept.values()) bytes[100]! ^= 1
    expect(await refresh()).toEqual(['index.json', 'complete/0'])
    expect(await refresh()).toEqual(['index.json'])
    kept.clear()
    Object.assign(cache, { budget: 100 })
    await refresh()
    expect(kept.size).toBe(0)
  })

  test('is off in strict mode: nothing of it is requested', async () => {
    const { wallet, page, read, trust } = await scene()
    await page.set_scan_feed({ enabled: false })
    await wallet.sync.refresh()
    expect(read).toEqual([])
    expect(wallet.chain.height).toBe(10n)
    expect(await trust()).toMatchObject({ scan_feed: 'off', unverified_payments: 0 })
    await page.set_scan_feed({ enabled: true })
    expect(await trust()).toMatchObject({ scan_feed: 'unasked' })
  })

  test('is absent where the daemon has none', async () => {
    const { wallet, trust } = await scene({ change: (files) => files.clear() })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(10n)
    expect(await trust()).toMatchObject({ scan_feed: 'absent', unverified_payments: 0 })
  })

  test('error: stays refused when a later chunk arrives', async () => {
    const { wallet, daemon } = await scene()
    await wallet.sync.refresh()
    const uses = new FeedUse(
      {
        store: wallet.store,
        daemonName: () => 'node',
        scanFeed: () => 1,
        feedKind: () => 'complete',
        comparedFeed: () => undefined,
        addresses: wallet.addresses,
        ports: {
          log: () => {},
          random: (length) => new Uint8Array(length),
          pinnedBlocks: wallet.ports.pinnedBlocks,
        },
      },
      new OwnKeyImages(wallet.store),
    )
    const { chain } = wallet
    const parts = {
      crypto,
      clock: systemClock,
      network: 'fakechain',
      chain,
      daemonHeight: 10n,
      scanner: startScanner({ crypto, clock: systemClock }, wallet.store.secrets.value.viewSecret),
      scanFrom: 0n,
      applied: Promise.resolve(),
      check: () => undefined,
      onRange: () => undefined,
    } as const
    const feed = uses.of(daemon())
    expect(await feed.chunkWith(0n, parts)).toBeDefined()
    expect(uses.reportOf(daemon())).toEqual({ use: 'read', comparison: {} })
    const late = feed.chunkWith(0n, parts)
    expect(feed.refused(new InvalidDaemonData('false'))).toBeInstanceOf(FalseFeed)
    await late
    expect(uses.reportOf(daemon())).toEqual({ use: 'refused', problem: 'false' })
    expect(await feed.chunkWith(0n, parts)).toBeUndefined()
  })

  test('error: a false file is refused with its reason, and blocks are read', async () => {
    const { wallet, trust, read } = await scene({
      change: (files) => {
        for (const [name, bytes] of files)
          if (name.startsWith('complete/')) files.set(name, bytes.slice(1))
      },
    })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(10n)
    expect(await trust()).toEqual({
      scan_feed: 'refused',
      feed_problem: expect.stringMatching(/^complete\/0-\w{64} is missing, or has another digest$/),
      payments: 1,
      unverified_payments: 0,
    })
    read.length = 0
    await wallet.sync.refresh()
    expect(read).toEqual([])
  })
})
