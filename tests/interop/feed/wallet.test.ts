/** Wallets of the same keys, by the scan feed, by blocks, and by monero-wallet-rpc, have the same money. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectDaemon } from '../../../worker/adapters/daemon.ts'
import type { DaemonAddress } from '../../../worker/engine/base/ports.ts'
import { chunkIds } from '#protocol/feed/build.ts'
import { readChunk, scanChunkOf, writeChunk, type FeedChunk } from '#protocol/feed/chunk.ts'
import type { FeedRow } from '#protocol/feed/row.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { feedFolder } from '../../../server/feed/feed-folder.ts'
import { openFeed } from '../../../server/feed/open-feed.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { startRegtest } from '../../support/programs/regtest-node.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { fullState } from '../../support/wallet-comparison/full-state.ts'
import {
  restoreOurs,
  restoreTheirs,
  type OurWallet,
} from '../../support/wallet-comparison/restore-both.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const xmr = 1_000_000_000_000
const [size, depth] = [16, 2]
const folder = temporaryFolder('feed')

let node: Monerod
let payer: WalletRpc
/** Reads blocks. */
let ours: OurWallet
let theirs: WalletRpc

/** Adds what the node has to the feed. */
async function build(url = node.url, to = folder) {
  const upstream = undiciNode(url)
  const { builder } = await openFeed({
    folder: to,
    node: upstream,
    signal: new AbortController().signal,
    crypto: await testCrypto(),
    loadPins: async () => ({ checkpoints: [], groups: new Uint8Array() }),
    report: () => {},
    size,
    depth,
  })
  await builder.catchUp()
  await upstream.close()
}

/** Names of the files that were read, and heights of requests for blocks. */
let read: string[] = []

/** A file of the feed by its name. */
type ReadFile = (name: string) => Promise<Uint8Array | undefined>

const readFolder: ReadFile = (name) => readFile(join(folder, name)).catch(() => undefined)

/** The node with a feed. */
const withFeed =
  (readName = readFolder) =>
  (target: DaemonAddress) => {
    const daemon = connectDaemon(target)
    const { blocksArriving } = daemon
    return {
      ...daemon,
      blocksArriving: (params: Parameters<typeof blocksArriving>[0]) => {
        read.push('blocks')
        return blocksArriving(params)
      },
      feedFile: async (name: string) => {
        read.push(name.replace(/-[0-9a-f]{64}$/, ''))
        const bytes = await readName(name)
        return bytes && new Uint8Array(bytes)
      },
    }
  }

async function restoreByFeed(connect = withFeed(), restoreHeight = 0n) {
  read = []
  const wallet = await restoreOurs(node.address, { connect, leastFeedBlocks: 1, restoreHeight })
  await wallet.call('refresh')
  return wallet
}

const stateOf = (wallet: Pick<OurWallet, 'call'>) => fullState(wallet.call)

beforeAll(async () => {
  node = await startMonerod()
  payer = await startMinerWallet(node.address)
  ours = await restoreOurs(node.address)
  theirs = await restoreTheirs(node.address, ours)
  const own = (account: number, address: number) =>
    ours.wallet.addresses.address({ account, address })
  const { integrated_address } = await ours.call('make_integrated_address', {
    payment_id: '1111111111111111',
  })
  const pay = (...to: string[]) =>
    payer.call('transfer', {
      destinations: to.map((address, at) => ({ address, amount: xmr + at })),
    })
  await node.mine(2, own(0, 0))
  await node.mine(80)
  await payer.call('refresh')
  await pay(own(0, 0))
  await pay(own(0, 1), own(0, 2), own(1, 0))
  await pay(integrated_address as string)
  await node.mine(12)
  await payer.call('refresh')
  await pay(...Array.from({ length: 15 }, (_, at) => own(1, at)))
  await node.mine(12)
  for (const wallet of [ours, theirs]) await wallet.call('refresh')
  const { address } = await payer.call('get_address', { account_index: 0 })
  // Received and spent within one chunk, to ourselves and to others.
  await ours.call('transfer', { destinations: [{ address, amount: xmr / 2 }] })
  await node.mine(1)
  await ours.call('refresh')
  await ours.call('transfer', {
    destinations: [{ address: own(0, 5), amount: xmr / 4 }],
    account_index: 1,
  })
  await node.mine(3 * size + depth)
  await build()
  for (const wallet of [ours, theirs]) await wallet.call('refresh')
}, 600_000)

describe('a wallet that reads the scan feed', () => {
  test('has what a wallet that reads blocks has, and what monero-wallet-rpc has', async () => {
    const byFeed = await restoreByFeed()
    const chunks = read.filter((name) => name.startsWith('complete/'))
    expect(read[0]).toBe('index.json')
    expect(chunks).toEqual(chunks.map((_, at) => `complete/${at * size}`))
    expect(chunks.length).toBeGreaterThan(8)
    expect(read.filter((name) => name === 'blocks')).toHaveLength(1)
    const byBlocks = await restoreOurs(node.address)
    await byBlocks.call('refresh')
    expect(await stateOf(byFeed)).toEqual(await stateOf(byBlocks))
    // Rows do not hash to the ids of transactions.
    const { unverified_payments } = await byFeed.call('verify_history', {})
    expect(unverified_payments).toBeGreaterThan(15n)
    const { transfers } = await byFeed.call('incoming_transfers', { transfer_type: 'all' })
    const all = await theirs.call('incoming_transfers', { transfer_type: 'all' })
    const sums = (list: readonly { amount: bigint; tx_hash: string; spent: boolean }[]) =>
      list.map(({ amount, tx_hash, spent }) => `${tx_hash} ${amount} ${spent}`).sort()
    expect(sums(transfers as never)).toEqual(sums(all.transfers as never))
    const balance = await byFeed.call('get_balance', { all_accounts: true })
    expect(balance.balance).toBe(
      BigInt((await theirs.call('get_balance', { all_accounts: true })).balance as number),
    )
  })

  test.each([{ viewOnly: false }, { viewOnly: true }])(
    'has the same by scan rows, view-only: $viewOnly',
    async ({ viewOnly }) => {
      const byBlocks = await restoreOurs(node.address, { viewOnly })
      await byBlocks.call('refresh')
      read = []
      const options = { connect: withFeed(), leastFeedBlocks: 1, viewOnly }
      const byScan = await restoreOurs(node.address, options)
      byScan.service.feedKind = 'scan'
      await byScan.call('refresh')
      const chunks = read.filter((name) => name.startsWith('scan/'))
      expect(chunks).toEqual(chunks.map((_, at) => `scan/${at * size}`))
      expect(chunks.length).toBeGreaterThan(8)
      // Blocks of the ranges that concern the wallet or cover these, and the newest ones. Most ranges are neither.
      const ranges = read.filter((name) => name === 'blocks').length
      expect(ranges).toBeGreaterThan(3)
      expect(ranges).toBeLessThan(chunks.length)
      expect(read.some((name) => name.startsWith('complete/'))).toBe(false)
      expect(await stateOf(byScan)).toEqual(await stateOf(byBlocks))
    },
  )

  test('begins at the chunk of its restore height', async () => {
    await restoreByFeed(withFeed(), BigInt(5 * size + 3))
    expect(read.slice(0, 2)).toEqual(['index.json', `complete/${5 * size}`])
  })

  test('continues a wallet that read blocks', async () => {
    const wallet = await restoreOurs(node.address, { connect: withFeed(), leastFeedBlocks: 1 })
    wallet.service.scanFeed = false
    read = []
    await wallet.call('refresh')
    expect(read).not.toContain('index.json')
    wallet.service.scanFeed = true
    await node.mine(2 * size)
    await build()
    await wallet.call('refresh')
    expect(read.filter((name) => name.startsWith('complete/'))).not.toEqual([])
    const again = await restoreOurs(node.address)
    await again.call('refresh')
    expect(await stateOf(wallet)).toEqual(await stateOf(again))
  })
})

/** The feed with other chunks. Its index has their digests. */
async function falseFeed(edit: (chunk: FeedChunk) => void): Promise<ReadFile> {
  const beginning = { network: 'fakechain', blocks: size } as const
  const honest = await StoredFeed.open(feedFolder(folder), beginning)
  const files = memoryFiles()
  const made = await StoredFeed.open(files, beginning)
  for (let at = 0; at < honest.count; at++) {
    const chunk = readChunk((await honest.read(at, 'complete'))!)
    edit(chunk)
    const scan = scanChunkOf(chunk, chunkIds(chunk))
    const bytesOf = (each: FeedChunk) => new Uint8Array(writeChunk(each))
    await made.add({ complete: bytesOf(chunk), scan: bytesOf(scan) })
  }
  return files.read
}

/** A wallet whose daemon has this feed, before its first refresh. */
async function walletWith(readName: ReadFile) {
  read = []
  return restoreOurs(node.address, { connect: withFeed(readName), leastFeedBlocks: 1 })
}

const honestState = async () => {
  const wallet = await restoreOurs(node.address)
  await wallet.call('refresh')
  return stateOf(wallet)
}

/** The rows that are not of miners. */
const payments = ({ blocks }: FeedChunk) => blocks.flatMap(({ rows }) => rows.slice(1))

describe('error: a false feed is refused, and blocks are read instead', () => {
  const anotherKey = (row: FeedRow) =>
    row.outputs.forEach((output) => (output.key = output.key.map((byte) => byte ^ 1)))

  test.each<[string, (chunk: FeedChunk) => void]>([
    ['with other keys', ({ blocks }) => blocks.forEach(({ rows }) => rows.forEach(anotherKey))],
    [
      'with other sizes',
      ({ blocks }) => blocks.forEach(({ rows }) => rows.forEach(({ details }) => details!.size++)),
    ],
    [
      'that pays miners more',
      ({ blocks }) =>
        blocks.forEach(({ rows: [miner] }) =>
          miner!.outputs.forEach(({ money }) => {
            if (money && 'amount' in money) money.amount *= 2n
          }),
        ),
    ],
    ['without some rows', ({ blocks }) => blocks.forEach((block) => block.rows.splice(1, 1))],
    [
      'with timestamps of the future',
      ({ blocks }) => blocks.forEach((block) => (block.timestamp += 1_000_000_000n)),
    ],
    ['that counts outputs from elsewhere', (chunk) => (chunk.firstOutput += 1n)],
  ])('%s', async (_, edit) => {
    const wallet = await walletWith(await falseFeed(edit))
    // What was read before the first false row is removed; that refresh fails, or continues with blocks.
    await wallet.call('refresh').catch((error: unknown) => {
      expect((error as Error).message).toContain('scan feed of this server is not used any more')
      expect(wallet.wallet.chain.height).toBe(1n)
    })
    read = []
    await wallet.call('refresh')
    expect(read.filter((name) => name !== 'blocks')).toEqual([])
    expect(await stateOf(wallet)).toEqual(await honestState())
  })

  test('of another chain', async () => {
    const stranger = await startRegtest()
    await stranger.mine(4 * size + depth)
    const theirs = temporaryFolder('feed')
    await build(stranger.url, theirs)
    const wallet = await walletWith((name) => readFile(join(theirs, name)).catch(() => undefined))
    await expect(wallet.call('refresh')).rejects.toThrow('is another one than in the scan feed')
    await wallet.call('refresh')
    expect(await stateOf(wallet)).toEqual(await honestState())
  })

  test.each<[string, (name: string, bytes: Uint8Array | undefined) => Uint8Array | undefined]>([
    [
      'with a file of another digest',
      (name, bytes) => (name.includes('/32-') ? bytes?.with(99, 1) : bytes),
    ],
    ['without one of its files', (name, bytes) => (name.includes('/32-') ? undefined : bytes)],
    ['without an index', (name, bytes) => (name === 'index.json' ? undefined : bytes)],
    [
      'whose index is a page',
      (name, bytes) =>
        name === 'index.json' ? new TextEncoder().encode('<!doctype html>') : bytes,
    ],
    [
      'of another network',
      (name, bytes) =>
        name === 'index.json'
          ? new TextEncoder().encode(
              new TextDecoder().decode(bytes).replace('fakechain', 'mainnet'),
            )
          : bytes,
    ],
  ])('%s, in the same refresh', async (_, change) => {
    const wallet = await walletWith(async (name) => change(name, await readFolder(name)))
    await wallet.call('refresh')
    expect(await stateOf(wallet)).toEqual(await honestState())
  })

  test('with one false row, which a comparison with whole blocks finds', async () => {
    let changed = 0
    const readName = await falseFeed((chunk) => {
      const [row] = payments(chunk)
      // One false row is seldom among the random blocks that are compared.
      if (row && changed++ === 0) row.details!.fee += 5n
    })
    const wallet = await walletWith(readName)
    // Where it is among them, the refresh fails, and the next one reads blocks.
    await wallet.call('refresh').catch(() => wallet.call('refresh'))
    const verify = () => wallet.call('verify_history', { blocks: 100_000 })
    await verify().catch(() => wallet.call('refresh').then(verify))
    const { transfers = [] } = await wallet.call('incoming_transfers', { transfer_type: 'all' })
    expect(transfers).not.toEqual([])
    expect(await stateOf(wallet)).toEqual(await honestState())
  })
})
