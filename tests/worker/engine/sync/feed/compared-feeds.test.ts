/** A wallet compares the scan feed of its daemon with this release, and with a second server. */
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import type { FeedDigests } from '#protocol/checkpoints/feed-digests.ts'
import type { FeedChunk } from '#protocol/feed/chunk.ts'
import { partsOf } from '#protocol/feed/feed-index.ts'
import { keysOfSeed } from '../../../../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../../../../support/chains/scripted-chain.ts'
import { secondServer } from '../../../../support/feed/second-server.ts'
import { editedFeed, scriptedFeed } from '../../../../support/feed/scripted-feed.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { testSeed } from '../../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const size = 8
const ours = { account: 0, address: 0 }
const second = 'https://second.example'

/** Eighteen blocks: two chunks, each with a payment. */
function chainWith(amount = 7n) {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  script.mine().mine([script.pay({ payments: [{ to: ours, amount }] })])
  while (script.height < 11) script.mine()
  script.mine([script.pay({ payments: [{ to: ours, amount: 2n * amount }] })])
  while (script.height < 18) script.mine()
  return script
}

type Files = Map<string, Uint8Array<ArrayBuffer>>

const isOfSecondChunk = ({ firstHeight }: FeedChunk) => firstHeight === 8n

/** Edits the rows of the second chunk that are not a miner's. */
const editing = (edit: (chunk: FeedChunk) => void) => (files: Files) =>
  editedFeed(files, 'complete', (chunk) => {
    if (isOfSecondChunk(chunk)) edit(chunk)
  })

const withoutRow = editing(({ blocks }) => blocks.forEach(({ rows }) => rows.splice(1)))
const withLargerFee = editing(({ blocks }) =>
  blocks.forEach(({ rows }) => rows.slice(1).forEach(({ details }) => (details!.fee += 5n))),
)

/** Digests as a release has them. */
function releaseOf(files: Files): FeedDigests {
  const digests = [...files.keys()]
    .map(partsOf)
    .filter((parts) => parts?.folder === 'complete')
    .map((parts) => [...hexToBytes(parts!.digest)])
  return { blocks: size, first: 0, digests: Uint8Array.from(digests.flat()) }
}

type Scene = {
  script?: ScriptedChain
  /** The feed of the daemon, and of the second server, which is chosen when it is given. */
  first?: (files: Files) => Files
  theirs?: ((files: Files) => Files) | undefined
  release?: (files: Files) => FeedDigests | undefined
}

async function scene({ script = chainWith(), first, theirs, release }: Scene = {}) {
  const honest = scriptedFeed(script, size)
  const files = first?.(honest) ?? honest
  const read: string[] = []
  const feedFile = async (name: string) => {
    read.push(name.replace(/-.*/, ''))
    return files.get(name)
  }
  const other = secondServer(theirs?.(honest) ?? new Map(), second)
  const logged: string[] = []
  const made = await scriptedWallet(crypto, {
    script,
    wrap: (daemon) => ({ ...daemon, feedFile }),
    leastFeedBlocks: 1,
    ports: {
      log: (_, message) => logged.push(message),
      connectFeed: () => other.server,
      feedDigests: async () => release?.(honest),
    },
  })
  const page = pageClient(made.service)
  if (theirs) await page.set_compared_feed({ address: second })
  const transfers = async () => {
    const { in: list = [] } = await page.get_transfers({ in: true })
    return list.map(({ amount, unverified, pinned }) => ({ amount, unverified, pinned }))
  }
  return { ...made, page, read, asked: other.asked, logged, transfers }
}

const honest = [
  { amount: 7n, unverified: undefined, pinned: undefined },
  { amount: 14n, unverified: undefined, pinned: undefined },
]
const found = honest.map((each) => ({ ...each, unverified: true }))
const confirmed = found.map((each) => ({ ...each, pinned: true }))

const same = (files: Files) => files

describe('payments from a feed', () => {
  test('are unverified, and pinned where a second server has the same chunk', async () => {
    const { wallet, page, asked, read, transfers, logged } = await scene({ theirs: same })
    await wallet.sync.refresh()
    expect(read).toEqual(['index.json', 'complete/0', 'complete/8'])
    expect(asked).toEqual(['index.json'])
    expect(await transfers()).toEqual(confirmed)
    expect(await page.get_trust({})).toMatchObject({
      scan_feed: 'read',
      feed_release_height: undefined,
      feed_compared_with: second,
      feed_compared_height: 16n,
      feed_not_compared: undefined,
      unverified_payments: 2,
      pinned_payments: 2,
    })
    const [{ txid } = { txid: '' }] = [...wallet.store.received.values()]
    expect((await page.get_transfer_by_txid({ txid })).transfer).toMatchObject({
      unverified: true,
      pinned: true,
    })
    const { payments = [] } = await page.get_bulk_payments({
      payment_ids: [],
      min_block_height: 0n,
    })
    expect(payments.map(({ unverified, pinned }) => [unverified, pinned])).toEqual([
      [true, true],
      [true, true],
    ])
    expect(logged.filter((line) => line.includes('scan feed'))).toEqual([])
  })

  test('cause no other request than a wallet without payments sends', async () => {
    const requestsOf = async (pays: boolean) => {
      const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
      script.mine().mine(pays ? [script.pay({ payments: [{ to: ours, amount: 7n }] })] : [])
      while (script.height < 18) script.mine()
      const { wallet, read, asked } = await scene({ script, theirs: same })
      await wallet.sync.refresh()
      expect(wallet.store.received.size).toBe(pays ? 1 : 0)
      return { read, asked }
    }
    expect(await requestsOf(true)).toEqual(await requestsOf(false))
  })

  test('are proved by whole blocks, which replaces it', async () => {
    const { wallet, page, transfers } = await scene({ theirs: same })
    await wallet.sync.refresh()
    await page.verify_history({ blocks: 100 })
    expect(await transfers()).toEqual(honest)
    const records = [...wallet.store.received.values()]
    expect(records.map(({ proved, pinned }) => ({ proved, pinned }))).toEqual([
      { proved: true, pinned: undefined },
      { proved: true, pinned: undefined },
    ])
    expect(await page.get_trust({})).toMatchObject({ unverified_payments: 0, pinned_payments: 0 })
  })

  test('are pinned where this release has the digest; no other server is asked then', async () => {
    const { wallet, page, asked, transfers } = await scene({ theirs: same, release: releaseOf })
    await wallet.sync.refresh()
    expect(asked).toEqual([])
    expect(await transfers()).toEqual(confirmed)
    expect(await page.get_trust({})).toMatchObject({
      feed_release_height: 16n,
      feed_compared_with: undefined,
    })
  })

  test('are not pinned where nothing was compared', async () => {
    const { wallet, asked, transfers } = await scene()
    await wallet.sync.refresh()
    expect(asked).toEqual([])
    expect(await transfers()).toEqual(found)
  })

  test('are not pinned where the second server does not answer, which is logged once', async () => {
    const { wallet, page, script, transfers, logged } = await scene({ theirs: () => new Map() })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(18n)
    expect(await transfers()).toEqual(found)
    const problem = 'it sent no index of a scan feed'
    expect(await page.get_trust({})).toMatchObject({
      feed_compared_with: second,
      feed_compared_height: undefined,
      feed_not_compared: problem,
    })
    script.mine()
    await wallet.sync.refresh()
    await page.rescan_blockchain({})
    expect(logged.filter((line) => line.includes('not compared'))).toEqual([
      `the scan feed of ${second} is not compared: ${problem}`,
    ])
  })

  test('a mining reward from a row is unverified, too: the block id does not bind a row', async () => {
    const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
    script.mine([], ours)
    while (script.height < 10) script.mine()
    const { wallet, page } = await scene({ script })
    await wallet.sync.refresh()
    const { in: list = [] } = await page.get_transfers({ in: true })
    expect(list.map(({ type, unverified }) => [type, unverified])).toEqual([['block', true]])
    await page.verify_history({ blocks: 100 })
    const { in: proved = [] } = await page.get_transfers({ in: true })
    expect(proved.map(({ type, unverified }) => [type, unverified])).toEqual([['block', undefined]])
  })
})

describe('error: sources disagree, so the feed is refused before a row of that chunk is used', () => {
  const lies: [string, (files: Files) => Files][] = [
    ['leaves a row out', withoutRow],
    ['changed a row', withLargerFee],
    ['has a chunk of another chain', () => scriptedFeed(chainWith(9n), size)],
  ]

  test.each(lies)('the first server %s', async (_, first) => {
    const { wallet, page, read, transfers, logged } = await scene({ first, theirs: same })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(18n)
    expect(read).not.toContain('complete/8')
    const { scan_feed, feed_problem } = await page.get_trust({})
    expect(scan_feed).toBe('refused')
    expect(feed_problem).toMatch(
      /^the complete chunk from block [08]: scripted has \w{64} of \d+ bytes, https:\/\/second\.example has \w{64} of \d+ bytes$/,
    )
    expect(logged).toContain(`scan feed of scripted: ${feed_problem}. Blocks are read instead`)
    // A chunk on which both agree stays.
    const [one, two] = await transfers()
    expect([confirmed[0], honest[0]]).toContainEqual(one)
    expect(two).toEqual(honest[1])
    read.length = 0
    await wallet.sync.refresh()
    expect(read).toEqual([])
  })

  test.each(lies)('the second server %s', async (_, theirs) => {
    const { wallet, page, read, transfers } = await scene({ theirs })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(18n)
    expect(read).not.toContain('complete/8')
    expect(await page.get_trust({})).toMatchObject({ scan_feed: 'refused' })
    const [, two] = await transfers()
    expect(two).toEqual(honest[1])
  })

  test.each(lies)('the first server %s, which this release shows', async (_, first) => {
    const { wallet, page, read, transfers } = await scene({ first, release: releaseOf })
    await wallet.sync.refresh()
    expect(read).not.toContain('complete/8')
    const { feed_problem } = await page.get_trust({})
    expect(feed_problem).toMatch(
      /^the complete chunk from block [08]: scripted has .* bytes, this release has \w{64}$/,
    )
    const [, two] = await transfers()
    expect(two).toEqual(honest[1])
  })

  test('scan rows are compared with those of the second server', async () => {
    const { wallet, page, read } = await scene({
      theirs: (files) =>
        editedFeed(files, 'scan', ({ blocks }) => blocks.forEach(({ rows }) => rows.splice(1))),
    })
    await page.set_scan_feed({ enabled: true, scan_rows: true })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(18n)
    expect(read).toEqual(['index.json'])
    expect((await page.get_trust({})).feed_problem).toMatch(/^the scan chunk from block 0: /)
  })
})

test('error: an address that is none is not set', async () => {
  const { page, service } = await scene()
  await expect(page.set_compared_feed({ address: 'ftp://second.example' })).rejects.toThrow(
    'address: expected the URL of a server with a scan feed',
  )
  expect(service.comparedFeed).toBe('')
})
