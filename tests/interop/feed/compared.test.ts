/** Wallets compare the scan feeds of two light nodes, of a static host, and of a release, on one private chain. */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { chunkBlocks, chunkDepth, readChunk, writeChunk } from '#protocol/feed/chunk.ts'
import { chunkName, indexName, readIndex } from '#protocol/feed/feed-index.ts'
import { writeDigests } from '../../../scripts/feed-digests.ts'
import { daemonConnection, feedConnection } from '../../../server/outgoing/wallet-daemon.ts'
import { feedDigests } from '../../../worker/adapters/feed-digests.ts'
import type { Ports } from '../../../worker/engine/base/ports.ts'
import { startStaticHost } from '../../support/feed/static-host.ts'
import { ask } from '../../support/network/http-client.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import { startOurWalletRpc } from '../../support/programs/nightjar.ts'
import { built, startProxy, type Proxy } from '../../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { pageClient } from '../../support/wallets/page-client.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

let upstream: Regtest
let first: Proxy
let second: Proxy
/** What `nightjar-node --export-feed` wrote. */
const exported = temporaryFolder('exported')
const firstFolder = temporaryFolder('first')
/** The reward of a block. */
let reward: bigint

async function startLight(folder: string): Promise<Proxy> {
  const light = await startProxy([upstream.url], ['--light', '--data-dir', folder])
  atFileEnd(() => light.stop())
  while ((await indexAt(light.url)).chunks.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return light
}

const indexAt = async (url: string) => readIndex((await ask(`${url}/feed/v1/${indexName}`)).text())

/** Requests of files of a feed, as its server counts them. */
async function feedRequests({ url }: Proxy): Promise<number> {
  const text = (await ask(`${url}/metrics`)).text()
  return Number(
    /^nightjar_http_requests_total\{route="feed",status="2xx"\} (\d+)/m.exec(text)?.[1] ?? 0,
  )
}

/** A new wallet of the same keys. */
async function walletAt(daemon: Proxy, comparedFeed = '', ports: Partial<Ports> = {}) {
  const logged: string[] = []
  const service = await testService(
    {
      network: 'fakechain',
      daemon: { address: new URL(daemon.url).host, trusted: true },
      comparedFeed,
    },
    {
      log: (_, message) => logged.push(message),
      connect: daemonConnection(undefined, () => {}, { isLightNode: true }),
      connectFeed: feedConnection(undefined),
      ...ports,
    },
  )
  atFileEnd(() => service.close())
  const wallet = await testWallet({ network: 'fakechain', restoreHeight: 0n }, service)
  const page = pageClient(service)
  const refreshed = async () => {
    await page.refresh({})
    const { in: list = [] } = await page.get_transfers({ in: true })
    return list.map(({ amount, unverified, pinned }) => [amount, unverified, pinned])
  }
  return { wallet, page, logged, refreshed }
}

/** Copies a folder with a feed, and hides what the first block pays. The ids of blocks stay right. */
function falseFolder(from: string, to: string) {
  cpSync(from, to, { recursive: true })
  const index = readIndex(readFileSync(join(to, indexName), 'utf8'))
  const [{ complete }] = index.chunks as [(typeof index.chunks)[0]]
  const chunk = readChunk(
    new Uint8Array(readFileSync(join(to, chunkName('complete', 0, complete)))),
  )
  const [output] = chunk.blocks[1]!.rows[0]!.outputs
  output!.key = chunk.blocks[2]!.rows[0]!.outputs[0]!.key
  const bytes = writeChunk(chunk)
  const digest = bytesToHex(sha256(bytes))
  writeFileSync(join(to, chunkName('complete', 0, { digest, bytes: bytes.length })), bytes)
  const text = readFileSync(join(to, indexName), 'utf8')
  writeFileSync(join(to, indexName), text.replace(complete.digest, digest))
  return { honest: complete.digest, changed: digest }
}

beforeAll(async () => {
  upstream = await startRegtest()
  atFileEnd(() => upstream.stop())
  const { wallet } = await walletAt({ url: upstream.url } as Proxy)
  await upstream.mine(1, wallet.primaryAddress)
  for (let left = chunkBlocks + chunkDepth; left > 0; left -= 500)
    await upstream.mine(Math.min(left, 500))
  first = await startLight(firstFolder)
  second = await startLight(temporaryFolder('second'))
  const args = `--export-feed ${exported} --upstream ${upstream.url}`.split(' ')
  await promisify(execFile)(process.execPath, [built('nightjar-node'), ...args])
  const byBlocks = await walletAt({ url: upstream.url } as Proxy)
  await byBlocks.page.set_scan_feed({ enabled: false })
  const [[amount] = []] = await byBlocks.refreshed()
  reward = amount as bigint
}, 600_000)

describe('two light nodes of one chain', () => {
  test('have the same files: what is found is pinned, and one file of the second was requested', async () => {
    expect(await indexAt(first.url)).toEqual(await indexAt(second.url))
    const before = await feedRequests(second)
    const { page, refreshed, logged } = await walletAt(first, second.url)
    expect(await refreshed()).toEqual([[reward, true, true]])
    expect(await page.get_trust({})).toMatchObject({
      scan_feed: 'read',
      feed_compared_with: second.url,
      feed_compared_height: BigInt(chunkBlocks),
      feed_not_compared: undefined,
      pinned_payments: 1,
    })
    expect((await feedRequests(second)) - before).toBe(1)
    expect(logged.filter((line) => line.includes('feed'))).toEqual([])
    await page.verify_history({ blocks: 2 * chunkBlocks + chunkDepth })
    expect(await refreshed()).toEqual([[reward, undefined, undefined]])
  })

  test('the wallet service compares by a flag', async () => {
    const service = await startOurWalletRpc({
      daemon: new URL(first.url).host,
      flags: ['--scan-feed', '--compare-feed', second.url, '--no-auto-refresh'],
    })
    atFileEnd(() => service.program.stop())
    const before = await feedRequests(second)
    const { wallet } = await walletAt(first)
    const { secrets } = wallet
    await service.call('generate_from_keys', {
      filename: 'same',
      password: '',
      restore_height: 0,
      address: wallet.primaryAddress,
      viewkey: bytesToHex(secrets.viewSecret),
      spendkey: bytesToHex(secrets.spendSecret!),
    })
    await service.call('refresh')
    const { in: list } = await service.call('get_transfers', { in: true })
    expect(list).toMatchObject([{ unverified: true, pinned: true }])
    expect((await feedRequests(second)) - before).toBe(1)
  })

  test('error: the second one is away: the refresh goes on', async () => {
    const { page, refreshed } = await walletAt(first, 'http://127.0.0.1:1')
    expect(await refreshed()).toEqual([[reward, true, undefined]])
    expect(await page.get_trust({})).toMatchObject({
      feed_compared_with: 'http://127.0.0.1:1',
      feed_not_compared: 'it sent no index of a scan feed',
    })
  })

  test('error: the second one is the first', async () => {
    const { page, refreshed } = await walletAt(first, first.url)
    expect(await refreshed()).toEqual([[reward, true, undefined]])
    expect((await page.get_trust({})).feed_not_compared).toBe(
      'it is the server of the scan feed itself',
    )
  })
})

describe('a static host with an exported folder', () => {
  test('has the same files', async () => {
    const host = await startStaticHost(exported)
    const { refreshed } = await walletAt(first, host.url)
    expect(await refreshed()).toEqual([[reward, true, true]])
    expect(host.asked).toEqual(['index.json'])
  })

  test('error: with a false chunk: the wallet reports it, and reads blocks', async () => {
    const folder = temporaryFolder('false')
    const { honest, changed } = falseFolder(exported, folder)
    const host = await startStaticHost(folder)
    const { page, refreshed, logged } = await walletAt(first, host.url)
    expect(await refreshed()).toEqual([[reward, undefined, undefined]])
    const { feed_problem } = await page.get_trust({})
    const bytes = / of \d+ bytes/.exec(feed_problem ?? '')?.[0]
    expect(feed_problem).toBe(
      `the complete chunk from block 0: ${new URL(first.url).host} has ${honest}${bytes}, ` +
        `${host.url} has ${changed}${bytes}`,
    )
    expect(logged.filter((line) => line.includes(honest) && line.includes(changed))).toHaveLength(1)
  })
})

/** What a release with the digests of the exported folder loads. */
function release() {
  const source = temporaryFolder('source')
  const table = join(source, 'feed-digests.json')
  writeFileSync(table, '{}\n')
  writeDigests(exported, source)
  const files = JSON.parse(readFileSync(table, 'utf8')) as Parameters<typeof feedDigests>[1]
  return feedDigests(async (name) => new Uint8Array(readFileSync(join(source, name))), files)
}

describe('digests of a release', () => {
  test('confirm what a light node serves', async () => {
    const { page, refreshed } = await walletAt(first, '', { feedDigests: release() })
    expect(await refreshed()).toEqual([[reward, true, true]])
    expect(await page.get_trust({})).toMatchObject({
      feed_release_height: BigInt(chunkBlocks),
      pinned_payments: 1,
    })
  })
})

// The first light node is made false at last.
describe('error: a first light node with a false chunk', () => {
  test('hides a payment from a wallet that compares with nothing', async () => {
    await first.stop()
    const folder = temporaryFolder('lying')
    falseFolder(join(firstFolder, 'feed'), join(folder, 'feed'))
    first = await startLight(folder)
    const { page, refreshed } = await walletAt(first)
    const found = await refreshed().catch(() => undefined)
    // Random blocks are compared: only seldom the false one.
    const { scan_feed } = await page.get_trust({})
    expect([
      ['read', []],
      ['refused', undefined],
    ]).toContainEqual([scan_feed, found])
  })

  test.each([
    ['the second light node', () => walletAt(first, second.url)],
    ['a release', () => walletAt(first, '', { feedDigests: release() })],
  ])('is refused by %s before a row is used; the payment is found in blocks', async (_, open) => {
    const { page, refreshed } = await open()
    expect(await refreshed()).toEqual([[reward, undefined, undefined]])
    const { scan_feed, feed_problem } = await page.get_trust({})
    expect([scan_feed, feed_problem]).toEqual([
      'refused',
      expect.stringMatching(/^the complete chunk from block 0: 127\.0\.0\.1:\d+ has \w{64} of /),
    ])
  })
})
