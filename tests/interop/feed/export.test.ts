/** The scan feed of real chains: what a wallet finds in it is what monero-wallet-rpc finds in the blocks. */
import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { bytesToU64, sameBytes } from '#protocol/bytes.ts'
import { chunkIds } from '#protocol/feed/build.ts'
import { readChunk, type FeedChunk } from '#protocol/feed/chunk.ts'
import {
  chunkName,
  heightOf,
  indexName,
  readIndex,
  type FeedIndex,
  type MemberFile,
} from '#protocol/feed/feed-index.ts'
import type { FeedOutput, FeedRow } from '#protocol/feed/row.ts'
import { FeedError } from '../../../proxy/feed/whole-blocks.ts'
import { openFeed } from '../../../server/feed/open-feed.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import {
  startMinerWallet,
  startMonerod,
  startWalletRpc,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { built } from '../../support/programs/proxy.ts'
import { startRegtest } from '../../support/programs/regtest-node.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const xmr = 1_000_000_000_000
const size = 16
const depth = 2
const accounts = 2
const addresses = 20

let node: Monerod
let payee: WalletRpc
const folder = temporaryFolder('feed')

const indexOf = (folder: string) => readIndex(readFileSync(join(folder, indexName), 'utf8'))

/** The index of the folder after an export. @param heights - Receives those of its new chunks. */
async function exportFrom(url: string, to: string, heights: number[] = []): Promise<FeedIndex> {
  const upstream = undiciNode(url)
  atFileEnd(() => upstream.close())
  const { builder } = await openFeed({
    folder: to,
    node: upstream,
    signal: new AbortController().signal,
    crypto,
    loadPins: async () => ({ checkpoints: [], groups: new Uint8Array() }),
    report: ({ from }) => heights.push(from),
    size,
    depth,
  })
  await builder.catchUp()
  return indexOf(to)
}

const pathIn = (from: string, index: FeedIndex, at: number, kind: 'complete' | 'scan') =>
  join(from, chunkName(kind, heightOf(index, at), index.chunks[at]![kind]))

const chunksOf = (index: FeedIndex, kind: 'complete' | 'scan', from: string): FeedChunk[] =>
  index.chunks.map((_, at) => readChunk(readFileSync(pathIn(from, index, at, kind))))

const rowsOf = (chunks: readonly FeedChunk[]): FeedRow[] =>
  chunks.flatMap(({ blocks }) => blocks.flatMap(({ rows }) => rows))

beforeAll(async () => {
  node = await startMonerod()
  const payer = await startMinerWallet(node.address)
  payee = await startWalletRpc({ daemon: node.address })
  await payee.call('create_wallet', { filename: 'payee', password: '', language: 'English' })
  await payee.call('auto_refresh', { enable: false })
  await payee.call('create_account', { label: 'second' })
  await payee.call('create_address', { account_index: 0, count: 14 })
  const own: Result[] = (await payee.call('get_address', { account_index: 0 })).addresses
  const [second] = (await payee.call('get_address', { account_index: 1 })).addresses
  const { integrated_address } = await payee.call('make_integrated_address', {})
  await node.mine(80)
  await payer.call('refresh')
  const pay = (...to: string[]) =>
    payer.call('transfer', {
      destinations: to.map((address, at) => ({ address, amount: xmr + at })),
    })
  await pay(own[0].address)
  await pay(own[1].address)
  await pay(own[2].address, second.address)
  await pay(integrated_address)
  await node.mine(1)
  await payer.call('refresh')
  await pay(...own.slice(0, 15).map(({ address }) => address))
  await node.mine(12, own[0].address)
  await payee.call('refresh')
  await payee.call('transfer', {
    destinations: [{ address: second.address, amount: 1.5 * xmr }],
  })
  await node.mine(1)
  // So that everything is deep enough, and the last chunk ends with it.
  const { count } = await node.call('get_block_count')
  await node.mine(size - (Number(count) % size) + depth)
  await payee.call('refresh')
}, 600_000)

/** The derivations that may have made an output. */
function* derivations({ publicKeys, additionalKeys }: FeedRow, at: number, viewSecret: Uint8Array) {
  const own = additionalKeys[at]
  for (const key of own ? [...publicKeys, own] : publicKeys) {
    const derivation = crypto.keyDerivation(key, viewSecret)
    if (derivation) yield derivation
  }
}

/** The amount that a row shows, if its commitment is that of the amount. */
function amountOf({ money }: FeedOutput, sharedSecret: Uint8Array): bigint | undefined {
  if (!money) throw new Error('expected a complete row')
  if ('amount' in money) return money.amount
  const amount = bytesToU64(crypto.xorAmount(money.encrypted, sharedSecret))
  const commitment = crypto.commit(amount, crypto.commitmentMask(sharedSecret))
  return sameBytes(commitment.subarray(0, 20), money.commitment) ? amount : undefined
}

const indexIn = (money: FeedOutput['money']) =>
  money && 'index' in money ? money.index : undefined

type Found = { tx_hash: string; amount: bigint | undefined; major: number; minor: number }

/** Scans rows as a wallet does. */
function scan(rows: readonly FeedRow[], viewSecret: Uint8Array, spendPublic: Uint8Array): Found[] {
  const places = new Map<string, { major: number; minor: number }>()
  for (let major = 0; major < accounts; major++) {
    const keys = crypto.subaddressSpendKeys(viewSecret, spendPublic, major, 0, addresses)
    for (let minor = 0; minor < addresses; minor++)
      places.set(bytesToHex(keys.subarray(32 * minor, 32 * minor + 32)), { major, minor })
  }
  return rows.flatMap((row) =>
    row.outputs.flatMap((output, at) => {
      for (const derivation of derivations(row, at, viewSecret)) {
        if (output.viewTag !== undefined && crypto.deriveViewTag(derivation, at) !== output.viewTag)
          continue
        const key = crypto.deriveSubaddressPublicKey(output.key, derivation, at)
        const place = key && places.get(bytesToHex(key))
        if (!place) continue
        const tx_hash = row.details ? bytesToHex(row.details.id) : ''
        const shared = crypto.derivationToScalar(derivation, at)
        return [{ tx_hash, amount: row.details && amountOf(output, shared), ...place }]
      }
      return []
    }),
  )
}

const byAll = (a: Found, b: Found) =>
  `${a.tx_hash} ${a.major} ${a.minor} ${a.amount}` <
  `${b.tx_hash} ${b.major} ${b.minor} ${b.amount}`
    ? -1
    : 1

describe('the feed of a monerod', () => {
  let index: FeedIndex
  let complete: FeedChunk[]
  const heights: number[] = []

  beforeAll(async () => {
    index = await exportFrom(node.url, folder, heights)
    complete = chunksOf(index, 'complete', folder)
  })

  test('has every block that is deep enough, by its id', async () => {
    const { count } = await node.call('get_block_count')
    const blocks = complete.flatMap((chunk) => chunkIds(chunk).map(bytesToHex))
    expect(blocks).toHaveLength(size * Math.floor((Number(count) - depth) / size))
    const { headers } = await node.call('get_block_headers_range', {
      start_height: 0,
      end_height: blocks.length - 1,
    })
    expect(blocks).toEqual(headers.map(({ hash }: Result) => hash))
    expect(heights).toEqual(complete.map(({ firstHeight }) => Number(firstHeight)))
  })

  test('is found by a wallet with the amounts, addresses and spends of monero-wallet-rpc', async () => {
    const { key } = await payee.call('query_key', { key_type: 'view_key' })
    const viewSecret = hexToBytes(key)
    const spend = await payee.call('query_key', { key_type: 'spend_key' })
    const spendPublic = crypto.publicKey(hexToBytes(spend.key))!
    const theirs: Result[] = []
    for (let account_index = 0; account_index < accounts; account_index++) {
      const params = { transfer_type: 'all', account_index }
      theirs.push(...((await payee.call('incoming_transfers', params)).transfers ?? []))
    }
    const rows = rowsOf(complete)
    const found = scan(rows, viewSecret, spendPublic)
    expect(found.sort(byAll)).toEqual(
      theirs
        .map(({ tx_hash, amount, subaddr_index: { major, minor } }) => ({
          tx_hash,
          amount: BigInt(amount),
          major: Number(major),
          minor: Number(minor),
        }))
        .sort(byAll),
    )
    expect(found.length).toBeGreaterThan(30)
    const images = new Set(rows.flatMap(({ keyImages }) => keyImages.map(bytesToHex)))
    const isSpent = ({ key_image }: Result) => images.has(key_image.slice(0, 16))
    expect(theirs.filter(isSpent)).toEqual(theirs.filter(({ spent }) => spent))
    expect(theirs.some(isSpent)).toBe(true)

    const scanned = scan(rowsOf(chunksOf(index, 'scan', folder)), viewSecret, spendPublic)
    expect(scanned).toHaveLength(found.length)
  })

  test('counts the outputs as monerod does', async () => {
    for (const { firstOutput, blocks } of complete) {
      let next = firstOutput
      for (const { version, details, outputs } of blocks.flatMap(({ rows }) => rows)) {
        const txs_hashes = [bytesToHex(details!.id)]
        const { txs } = await node.get('/get_transactions', { txs_hashes })
        // The first block of all chains is of version 1.
        const indices = outputs.map(({ money }) => (version === 1 ? indexIn(money) : next++))
        expect(txs[0].output_indices).toEqual(indices)
      }
    }
  })

  test('is the same from another server, and is continued', async () => {
    const other = temporaryFolder('feed')
    expect(await exportFrom(node.url, other)).toEqual(index)
    await node.mine(size)
    const more = await exportFrom(node.url, folder)
    expect(more.chunks).toHaveLength(index.chunks.length + 1)
    expect(more.chunks.slice(0, -1)).toEqual(index.chunks)
    expect(await exportFrom(node.url, other)).toEqual(more)
  })

  test('error: the folder has the feed of another chain', async () => {
    const stranger = await startMonerod()
    await expect(exportFrom(stranger.url, folder)).rejects.toThrow(
      new FeedError(`expected a node with ${index.chunks.length * size + size} blocks, got 1`),
    )
    await stranger.mine(size + depth)
    const theirs = temporaryFolder('feed')
    await exportFrom(stranger.url, theirs)
    await expect(exportFrom(node.url, theirs)).rejects.toThrow(
      new FeedError('the node has another chain than the stored feed'),
    )
  })
})

describe('nightjar-node --export-feed', () => {
  const blocks = 512 + 720
  const to = temporaryFolder('feed')
  const run = (url: string, ...flags: string[]) =>
    promisify(execFile)(process.execPath, [
      built('nightjar-node'),
      '--export-feed',
      to,
      '--upstream',
      url,
      ...flags,
    ])
  let url: string

  beforeAll(async () => {
    const own = await startRegtest()
    url = own.url
    for (let left = blocks - 1; left > 0; left -= 500) await own.mine(Math.min(left, 500))
  }, 600_000)

  test('writes the chunks of the upstream, and ends', async () => {
    const { stdout } = await run(url)
    expect(stdout).toMatch(
      /^Blocks 0 to 511 of 1232: \d+ bytes complete, \d+ bytes for scanning, \d+ bytes of ring members$/m,
    )
    expect(stdout).toContain(`${to}: 1 chunks of fakechain`)
    const index = indexOf(to)
    const [chunk] = chunksOf(index, 'complete', to)
    expect(chunk!.blocks).toHaveLength(512)
    expect(index.chunks[0]!.complete.bytes).toBe(
      readFileSync(pathIn(to, index, 0, 'complete')).length,
    )
  })

  test('adds the ring members to a folder that was begun without them', async () => {
    const before = readFileSync(join(to, indexName), 'utf8')
    const { members, ...others } = JSON.parse(before) as { members: { files: MemberFile[] } }
    const [file] = members.files
    const path = join(to, chunkName('members', 0, file!))
    const bytes = readFileSync(path)
    rmSync(path)
    writeFileSync(join(to, indexName), JSON.stringify(others))
    const { stdout } = await run(url)
    expect(stdout).toContain(`Blocks 0 to 511: ${bytes.length} bytes of ring members`)
    expect(readFileSync(path)).toEqual(bytes)
    expect(readFileSync(join(to, indexName), 'utf8')).toBe(before)
  })

  test('does nothing where nothing is new', async () => {
    expect((await run(url)).stdout).not.toContain('Blocks')
  })

  test('makes a changed file again', async () => {
    const path = pathIn(to, indexOf(to), 0, 'complete')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.subarray(0, -1))
    const { stdout } = await run(url)
    expect(stdout).toContain('Blocks 0 to 511: a damaged file was written again\n')
    expect(readFileSync(path)).toEqual(bytes)
  })

  test('error: a folder that begins at another height', async () => {
    await expect(run(url, '--from-height', '600')).rejects.toMatchObject({
      code: 1,
      stderr: `nightjar-node: ${to}: the feed begins at block 0, not at 512\n`,
    })
  })

  test('error: without the URL of a node', async () => {
    const args = [built('nightjar-node'), '--export-feed', to, '--regtest']
    await expect(promisify(execFile)(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--export-feed needs --upstream') as string,
    })
  })

  test('error: a node that does not answer', async () => {
    await expect(run('http://127.0.0.1:1')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nightjar-node: upstream: ') as string,
    })
  })
})
