/**
 * A wallet that pays over a light node: its ring members come in groups, and no node receives a candidate of it.
 *
 * Wallet and monerod are real programs, and relays record each request of the wallet to the light node, and of that to
 * monerod.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'
import { LightNode } from '../../../proxy/feed/light-node.ts'
import { feedFolder } from '../../../server/feed/feed-folder.ts'
import { openFeed } from '../../../server/feed/open-feed.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { daemonConnection } from '../../../server/outgoing/wallet-daemon.ts'
import { GroupedCandidates } from '../../../worker/engine/payments/rings/grouped-candidates.ts'
import { v2HeightOf } from '../../../worker/engine/ledger/unlock.ts'
import {
  startRequestRecorder,
  type RequestRecorder,
} from '../../support/network/request-recorder.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../../support/programs/nightjar.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

const xmr = 1_000_000_000_000
const [size, depth] = [16, 2]

let node: Monerod
let payer: WalletRpc
let light: LightNode
let wallet: OurWalletRpc
let address: string
/** Requests of the wallet. */
let asked: RequestRecorder
/** Requests of the light node for its feed and its groups. */
let forwarded: RequestRecorder

/** A light node with small chunks, at an address. */
async function startLight(): Promise<string> {
  const folder = temporaryFolder('feed')
  const upstream = undiciNode(`http://${forwarded.address}`)
  const { signal } = new AbortController()
  const crypto = await testCrypto()
  const opened = await openFeed({
    folder,
    node: upstream,
    signal,
    crypto,
    loadPins: async () => ({ checkpoints: [], groups: new Uint8Array() }),
    report: () => {},
    size,
    depth,
  })
  const report = (error: unknown) => {
    throw error
  }
  const keccak = (data: Uint8Array) => crypto.keccak256(data)
  const ports = { node: upstream, signal, keccak, log: () => {}, report, nowMs: () => Date.now() }
  light = new LightNode(ports, { ...opened, files: feedFolder(folder) })
  await followed()
  const app = new Hono().route('/', light.routes())
  app.all('*', async ({ req }) => {
    const { status, bytes } = await node.post(req.path, new Uint8Array(await req.arrayBuffer()))
    return new Response(new Uint8Array(bytes), { status })
  })
  const answer = getRequestListener(app.fetch)
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd(async () => {
    light.close()
    server.close()
    server.closeAllConnections()
    await upstream.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The light node has all that monerod has. */
async function followed() {
  await light.look()
  expect(await light.catchUp()).toBe('complete')
}

const startWallet = (daemon: string, walletDir: string, ...flags: string[]) =>
  startOurWalletRpc({ daemon, walletDir, flags: ['--trusted-daemon', ...flags] })

/** First lines of requests. */
const linesIn = ({ requests }: RequestRecorder) => requests.map(({ head: [line] }) => line!)

beforeAll(async () => {
  node = await startMonerod()
  const walletDir = temporaryFolder('ring-member-wallets')
  const first = await startWallet(node.address, walletDir)
  await first.call('create_wallet', { filename: 'w', password: 'p', language: 'English' })
  ;({ address } = await first.call('get_address'))
  await first.program.stop()
  payer = await startMinerWallet(node.address)
  await node.mine(3, address)
  for (let blocks = 0; blocks < 400; blocks += 100) await node.mine(100)
  forwarded = await startRequestRecorder(node.address)
  asked = await startRequestRecorder(await startLight())
  wallet = await startWallet(asked.address, walletDir, '--scan-feed')
  await wallet.call('open_wallet', { filename: 'w', password: 'p' })
  await wallet.call('refresh')
}, 600_000)

describe('a payment over a light node', () => {
  test('is mined, and requests groups and no candidate', async () => {
    asked.requests.length = forwarded.requests.length = 0
    const to = (await wallet.call('create_address', { account_index: 0 })).address
    const { tx_hash } = await wallet.call('transfer', {
      destinations: [{ address: to, amount: xmr }],
    })
    const lines = linesIn(asked)
    expect(lines.filter((line) => line.includes('get_outs'))).toEqual([])
    const groups = lines.filter((line) => line.includes('/feed/v1/groups/'))
    const parts = asked.requests.filter(({ head: [line] }) => line!.includes('/feed/v1/members/'))
    expect([groups.length, parts.length].every((count) => count > 0)).toBe(true)
    expect(new Set(groups).size).toBe(groups.length)
    for (const { head } of parts)
      expect(head.some((line) => /^range: bytes=\d+-\d+$/i.test(line))).toBe(true)
    // The light node asks monerod for whole groups.
    const outs = forwarded.requests.filter(({ head: [line] }) => line!.includes('/get_outs.bin'))
    expect(outs).toHaveLength(groups.length)
    for (const { body } of outs) {
      const { outputs } = epeeTo(bin.get_outs.params, new Uint8Array(body))
      const first = Number(outputs[0]!.index)
      expect(first % 128).toBe(0)
      expect(outputs.map(({ index }) => Number(index))).toEqual(outputs.map((_, at) => first + at))
    }
    await node.mine(1)
    const { txs } = await node.get('/get_transactions', {
      txs_hashes: [tx_hash],
      decode_as_json: true,
    })
    expect(txs[0]).toMatchObject({ in_pool: false })
    const { vin } = JSON.parse(txs[0].as_json as string) as {
      vin: { key: { key_offsets: number[] } }[]
    }
    expect(vin.map(({ key }) => key.key_offsets.length)).toEqual(vin.map(() => 16))
    await wallet.call('refresh')
    expect((await wallet.call('get_transfer_by_txid', { txid: tx_hash })).transfer).toMatchObject({
      confirmations: 1n,
    })
  })

  test('is built of outputs as monerod has them, each one of the chain', async () => {
    // Locks: a height that passes, one that does not, a time that has passed, and one that has not.
    await payer.call('refresh')
    for (const unlock_time of [420, 1_000_000, 1_600_000_000, 4_000_000_000])
      await payer.call('transfer', { destinations: [{ address, amount: xmr }], unlock_time })
    await node.mine(130)
    await payer.call('refresh')
    await payer.call('transfer', {
      destinations: [{ address, amount: xmr }],
      unlock_time: 2_000_000,
    })
    await node.mine(1)
    await followed()
    const { height } = await node.get('/get_height')
    const { distributions } = await node.call('get_output_distribution', {
      amounts: [0],
      cumulative: true,
      binary: false,
    })
    const counts = Float64Array.from(distributions[0].distribution as bigint[], Number)
    const indices = Array.from({ length: counts.at(-1)! }, (_, index) => index)
    const daemon = daemonConnection(undefined, () => {}, { isLightNode: true })({
      address: asked.address,
      trusted: true,
    })
    const now = BigInt(Math.floor(Date.now() / 1000))
    const view = { height: height as bigint, time: now, v2Height: v2HeightOf('fakechain') }
    const logged: string[] = []
    const grouped = new GroupedCandidates({
      ports: { log: (_, message) => void logged.push(message) },
      network: 'fakechain',
      daemonName: () => 'light',
      scanFeed: () => 720,
    }).ofPayment(daemon, view)
    asked.requests.length = 0
    const candidates = await grouped(indices, counts)
    daemon.close()
    expect(logged).toEqual([])
    const live = linesIn(asked).filter((line) => line.includes('/groups/'))
    expect(live).toEqual([expect.stringContaining('/groups/4 ')])
    const shown = indices.map((index) => {
      const { key, commitment, unlocked, height: block } = candidates!.get(index)!
      return { key: bytesToHex(key), mask: bytesToHex(commitment), unlocked, height: block }
    })
    const outputs = indices.map((index) => ({ amount: 0, index }))
    const { outs } = await node.get('/get_outs', { outputs })
    const expected = (outs as Result[]).map(({ key, mask, unlocked, height: block }) => ({
      key: key as string,
      mask: mask as string,
      unlocked: unlocked as boolean,
      height: block as bigint,
    }))
    expect(shown).toEqual(expected)
    // Those of miners in the last hour, and of three locks with two outputs each: two in files, one above them.
    const locked = expected.filter(({ unlocked }) => !unlocked).map(({ height: block }) => block)
    const lastHour = (height as bigint) - 60n
    expect(locked.filter((block) => block <= lastHour)).toHaveLength(4)
    expect(locked.filter((block) => block > lastHour)).toHaveLength(59 + 2)
  })
})
