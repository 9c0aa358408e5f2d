/** Page and proxy in workerd: what is deployed, its doors, its page, and a wallet behind it. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { blocksPerFile, packCounts, settledAge } from '#protocol/daemon/output-counts.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { Settings } from '../../../proxy/hosts/settings.ts'
import { dryRun, startEdge, withLight, type Edge } from '../../support/programs/edge-worker.ts'
import { ask } from '../../support/network/http-client.ts'
import { startTamperingProxy } from '../../support/network/tampering-proxy.ts'
import { minerAddress, restoreMiner, startWalletRpc } from '../../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../../support/programs/nightjar.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'

let node: Regtest
let edge: Edge
let onNode: Nightjar

beforeAll(async () => {
  node = await startRegtest()
  await node.mine(80)
  edge = await startEdge({ UPSTREAM: node.url })
  onNode = await startNightjar({ upstream: node.url })
})

/** Largest Worker of the platform's free plan, packed, in bytes. */
const freeLimit = 3 * 1024 * 1024

describe('wrangler deploy --dry-run', () => {
  test.each([
    ['without a light node', 'wrangler.jsonc'],
    ['with a light node', withLight],
  ])('bundles without an account or a network, below the free limit, %s', (_, config) => {
    const folder = temporaryFolder('edge')
    const { status, output } = dryRun(folder, config)
    expect(output).toContain('--dry-run: exiting now.')
    expect(status).toBe(0)
    const sent = readdirSync(folder).filter((name) => /\.(js|wasm|bin)$/.test(name))
    expect(sent).toContain('cloudflare.js')
    expect(sent).toContainEqual(expect.stringMatching(/nightjar\.wasm$/))
    // Ids of old blocks, with which the light node compares those of its upstream.
    const ids = sent.find((name) => name.endsWith('mainnet-groups.bin'))!
    expect(readFileSync(join(folder, ids))).toEqual(
      readFileSync('protocol/checkpoints/mainnet-groups.bin'),
    )
    const packed = sent.map((name) => gzipSync(readFileSync(join(folder, name))).length)
    expect(packed.reduce((sum, size) => sum + size)).toBeLessThan(freeLimit)
  })

  test('includes the built page', () => {
    // Each file of the page must be below the platform's limit for one.
    const files = readdirSync('dist/page', { recursive: true, encoding: 'utf8' })
    expect(files).toContain('index.html')
    for (const file of files)
      expect(statSync(join('dist/page', file)).size).toBeLessThan(25 * 1024 * 1024)
  })
})

describe('the page', () => {
  const files = readdirSync('dist/page', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice('dist/page'.length))

  test.each(['/', ...files])('%s has the same body and headers as on Node', async (path) => {
    const fields = async (url: string) => {
      const { status, headers, bytes } = await ask(url + path)
      const { date: _date, connection: _connection, 'keep-alive': _kept, ...rest } = headers
      return { status, headers: rest, bytes }
    }
    expect(await fields(edge.url)).toEqual(await fields(onNode.url))
  })

  test('HEAD returns only its headers', async () => {
    const { status, headers, bytes } = await ask(`${edge.url}/`, { method: 'HEAD' })
    expect([status, bytes.length]).toEqual([200, 0])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test('error: no such file', async () => {
    expect((await ask(`${edge.url}/assets/nope.js`)).status).toBe(404)
    expect((await ask(`${edge.url}/..%2f..%2fpackage.json`)).status).toBe(404)
  })
})

describe('the endpoints', () => {
  const withSettings = async (settings: Settings, act: (edge: Edge) => Promise<void>) => {
    const other = await startEdge({ UPSTREAM: node.url, ...settings })
    await act(other).finally(() => other.stop())
  }

  test('administrative calls are refused unless a variable allows them', async () => {
    expect((await edge.post('/stop_daemon', '')).status).toBe(404)
    expect((await edge.post('/start_mining', {})).status).toBe(404)
    await expect(edge.call('generateblocks', {})).rejects.toThrow('Method not found')
    await withSettings({ RESTRICTED_RPC: 'false' }, async (open) => {
      expect((await open.call('get_info')).restricted).toBe(false)
    })
  })

  test('refuse other host names and other origins', async () => {
    const settings = {
      ALLOW_HOST: 'wallet.example',
      RPC_ACCESS_CONTROL_ORIGINS: 'https://shop.example',
    }
    await withSettings(settings, async ({ url }) => {
      const status = async (headers: Record<string, string>) =>
        (await ask(`${url}/get_height`, { headers })).status
      expect(await status({})).toBe(200)
      expect(await status({ host: 'wallet.example' })).toBe(200)
      expect(await status({ host: 'evil.example' })).toBe(403)
      expect(await status({ origin: 'https://shop.example' })).toBe(200)
      expect(await status({ origin: 'https://evil.example' })).toBe(403)
      expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    })
  })

  test('forward only to nodes that the operator allows', async () => {
    const settings = {
      UPSTREAM: `http://127.0.0.1:${await freePort()}`,
      ALLOW_UPSTREAM: node.address,
    }
    await withSettings(settings, async (other) => {
      const { height } = await other.get(`/node/${encodeURIComponent(node.address)}/get_height`)
      expect(height).toBe(81n)
      expect((await other.post('/node/127.0.0.1%3A22/get_height', '')).status).toBe(403)
      expect((await other.post('/get_height', '')).status).toBe(502)
    })
  })

  test('error: the message names an invalid variable', async () => {
    await withSettings({ RESTRICTED_RPC: 'perhaps' }, async (wrong) => {
      const answer = await wrong.post('/get_height', '')
      expect([answer.status, answer.json()]).toEqual([
        500,
        { error: 'RESTRICTED_RPC: expected true or false, got perhaps' },
      ])
    })
  })
})

test('files of output counts are kept for the next instance', async () => {
  const { result } = bin.get_output_distribution
  const only = {
    amount: 0n,
    start_height: 0n,
    binary: true,
    compress: true,
    distribution: new BigUint64Array(),
    compressed_data: packCounts(new Array<number>(blocksPerFile + settledAge).fill(1)),
    base: 0n,
  }
  const status = { status: 'OK', untrusted: false, credits: 0n, top_hash: '' }
  const bytes = epeeFrom(result, { ...status, distributions: [only] })
  const counting = await startTamperingProxy(node.url)
  let asked = 0
  counting.tamper = async (path, forward) => {
    if (!path.endsWith('get_output_distribution.bin')) return { bytes: await forward() }
    asked++
    return { bytes }
  }
  const other = await startEdge({ UPSTREAM: `http://${counting.address}` })
  const file = (url: string) =>
    ask(`${url}/output-counts/v1/0`, { headers: { host: 'wallet.example' } })
  try {
    const first = await file(other.url)
    expect([first.status, first.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await file(await other.restart())).bytes).toEqual(first.bytes)
    expect(asked).toBe(1)
  } finally {
    await other.stop()
  }
})

test('monero-wallet-rpc refreshes and sends through it', async () => {
  const wallet = await startWalletRpc({ daemon: edge.address })
  try {
    await restoreMiner(wallet)
    await wallet.call('refresh')
    expect((await wallet.call('get_height')).height).toBe(81n)
    const destinations = [{ address: minerAddress, amount: 1_000_000_000 }]
    const { tx_hash } = await wallet.call('transfer', { destinations })
    const { tx_hashes } = await node.get('/get_transaction_pool_hashes')
    expect(tx_hashes).toEqual([tx_hash])
  } finally {
    await wallet.stop()
  }
})
