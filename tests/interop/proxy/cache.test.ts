/**
 * The cache in front of a real monerod: its answers are those of the node, and equal requests are one.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import { cachedBackend } from '../../../proxy/cache/cached-backend.ts'
import { daemonRoutes } from '../../../proxy/routes.ts'
import { upstreamBackend } from '../../../proxy/upstream/backend.ts'
import type { UpstreamRequest } from '../../../proxy/upstream/node.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { daemonCases, type Case, type Scene } from '../../support/node-comparison/scene-cases.ts'
import {
  mayBeMined,
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import { poll } from '../../support/programs/process.ts'
import { beforeAll, test } from '../../support/programs/test.ts'

let node: Monerod
let wallet: WalletRpc
let scene: Scene
let through: Cached
/** The state that was observed last. */
const state = { tip: '', pool: '', height: 0n }

type Cached = ReturnType<typeof cachedNode>

/** The routes of a proxy with a cache, and what its node is asked. The clock stands still. */
function cachedNode() {
  const asked: UpstreamRequest[] = []
  const upstream = undiciNode(node.url)
  atFileEnd(() => upstream.close())
  const ask = (request: UpstreamRequest) => {
    asked.push(request)
    return upstream.ask(request)
  }
  const cache = cachedBackend(upstreamBackend({ ...upstream, ask }), {
    state: {
      tip: () => state.tip,
      pool: () => state.pool,
      // As if the chain were so much longer: the first 70 blocks are settled.
      topHeight: () => state.height + 700n,
    },
    mostBytes: 64 * 1024 * 1024,
    now: () => 0,
  })
  return {
    asked,
    counters: () => cache.counters(),
    post: postTo(daemonRoutes(cache, false)),
    postPublic: postTo(daemonRoutes(cache, true)),
    /** Past the cache. */
    postUncached: postTo(daemonRoutes(upstreamBackend(upstream), true)),
  }
}

const postTo =
  (routes: ReturnType<typeof daemonRoutes>) =>
  async (path: string, body: string | Uint8Array): Promise<Response> =>
    routes.request(path, { method: 'POST', body: body as Uint8Array<ArrayBuffer> })

async function observe() {
  const { hash, height } = await node.get('/get_height')
  const { tx_hashes = [] } = await node.get('/get_transaction_pool_hashes')
  state.tip = hash
  state.height = height
  state.pool = (tx_hashes as string[]).sort().join()
}

/** A transaction to the miner, which the node relays or the wallet keeps. */
async function pay(more: object = {}) {
  await wallet.call('refresh')
  const destinations = [{ address: minerAddress, amount: 1_000_000_000 }]
  return wallet.call('transfer', { destinations, ...more })
}

beforeAll(async () => {
  node = await startMonerod()
  await node.mine(80)
  wallet = await startMinerWallet(node.url)
  const mined = (await pay()).tx_hash as string
  await node.mine(2)
  const waiting = (await pay()).tx_hash as string
  await poll(() => mayBeMined(node))
  const { txs } = await node.get('/get_transactions', { txs_hashes: [mined], decode_as_json: true })
  const spent = /"k_image": "([0-9a-f]{64})"/.exec(txs[0].as_json)![1]!
  const hash = (height: number) => node.call('on_get_block_hash', [height]) as Promise<string>
  scene = { genesis: await hash(0), block: await hash(60), mined, waiting, spent }
  await observe()
  through = cachedNode()
})

const contracts = new Map<string, DaemonContract>([
  ...Object.entries<DaemonContract>(rpc),
  ...Object.entries<DaemonContract>(json).map(([name, one]) => [`/${name}`, one] as const),
  ...Object.entries<DaemonContract>(bin).map(([name, one]) => [`/${name}.bin`, one] as const),
])

/** Cases of calls that a public node answers and that have no effect. */
const readingCases = (): Case[] =>
  daemonCases(scene).filter(({ call }) => {
    const { once, restricted } = contracts.get(call)!
    return !once && !restricted
  })

function requestOf({ call, params, body }: Case, id: unknown): [string, string | Uint8Array] {
  if (call.startsWith('/')) return [call, body ?? JSON.stringify(params ?? {})]
  return ['/json_rpc', JSON.stringify({ jsonrpc: '2.0', id, method: call, params })]
}

const isOk = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString('latin1')
  return /"status": "OK"|status\x0a\x08OK|"result": "/.test(text)
}

/** Sends a case to the node and twice through the cache; the requests of the second to the node. */
async function compare(one: Case, id: unknown) {
  const [path, body] = requestOf(one, id)
  const direct = await node.post(path, body)
  const answers: Response[] = []
  const before: number[] = []
  for (let i = 0; i < 2; i++) {
    before.push(through.asked.length)
    answers.push(await through.post(path, body))
  }
  for (const answer of answers) {
    expect(answer.status).toBe(direct.status)
    if (direct.status !== 200) return { isKept: false, isOk: false }
    const bytes = await bytesOf(answer)
    if (one.volatile)
      expect(masked(bytes, one.volatile)).toEqual(masked(direct.bytes, one.volatile))
    else expect(Buffer.from(bytes).equals(direct.bytes), `${one.call} differs`).toBe(true)
  }
  return { isKept: through.asked.length === before[1], isOk: isOk(direct.bytes) }
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

function masked(bytes: Uint8Array, volatile: readonly string[]): unknown {
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).filter(([name]) => !volatile.includes(name))
    return Object.fromEntries(members.map(([name, member]) => [name, without(member)]))
  }
  return without(parseJsonBytes(bytes, { text: 'bytes' }))
}

/** Calls that are not kept, although they succeed. */
const unkept = [
  'get_block_template',
  'get_miner_data',
  'rpc_access_info',
  '/get_outs',
  '/get_outs.bin',
]

async function compareAll(id: unknown) {
  for (const one of readingCases()) {
    const { isKept, isOk } = await compare(one, id)
    const expected = isOk && !unkept.includes(one.call)
    expect(isKept, `${one.call} ${JSON.stringify(one.params)} is kept`).toBe(expected)
  }
}

describe('answers through the cache', () => {
  test('are those of the node, and kept if they succeed', () => compareAll('case'))

  test.each([['another'], [7], [9007199254740991], [-3], [undefined], [null], ['é']])(
    'are those of the node for the id %j',
    async (id) => {
      for (const one of readingCases()) await compare(one, id)
    },
  )

  test.each([['a/b'], ['a"\\'], ['a\nb'], [1.5], [true], [{ a: [1] }]])(
    'are those of the node for the id %j, which is not replaced',
    async (id) => {
      const before = through.counters()
      await compare({ call: 'get_block_count' }, id)
      const { passed, hits } = through.counters()
      expect({ passed, hits }).toEqual({ passed: before.passed + 2, hits: before.hits })
    },
  )

  test('are those of the node after a new block', async () => {
    await node.mine(1)
    await observe()
    await compareAll('case')
  })

  test('about settled blocks stay when the chain grows', async () => {
    const [path, body] = requestOf({ call: 'on_get_block_hash', params: [5] }, 'case')
    await through.post(path, body)
    await node.mine(1)
    await observe()
    const before = through.asked.length
    const answer = await through.post(path, body)
    expect(await answer.text()).toBe((await node.post(path, body)).text())
    expect(through.asked).toHaveLength(before)
  })

  test('are those of the node after a change of the pool', async () => {
    await pay()
    await poll(() => mayBeMined(node))
    await observe()
    await compareAll('case')
  })

  test.each([['case'], [7]])(
    'on a restricted node are those without it, for the id %j',
    async (id) => {
      for (const one of readingCases()) {
        const [path, body] = requestOf(one, id)
        const uncached = await through.postUncached(path, body)
        const cached = await through.postPublic(path, body)
        expect([...cached.headers.keys()]).toEqual(
          expect.arrayContaining([...uncached.headers.keys()]),
        )
        const [expected, found] = [await bytesOf(uncached), await bytesOf(cached)]
        if (one.volatile)
          expect(masked(found, one.volatile)).toEqual(masked(expected, one.volatile))
        else expect(Buffer.from(found).equals(expected), `${one.call} differs`).toBe(true)
      }
    },
  )

  test('show a client its own transaction before it is observed', async () => {
    const pool = () => through.post('/get_transaction_pool_hashes', '{}')
    await pool()
    const { tx_blob, tx_hash } = await pay({ do_not_relay: true, get_tx_hex: true })
    const sent = await through.post(
      '/send_raw_transaction',
      JSON.stringify({ tx_as_hex: tx_blob, do_sanity_checks: false }),
    )
    expect(await sent.json()).toMatchObject({ status: 'OK' })
    expect(await (await pool()).text()).toContain(tx_hash)
  })
})

describe('200 equal requests at the same time', () => {
  const blocks = () =>
    epeeFrom(bin.get_blocks.params, { block_ids: [hexToBytes(scene.genesis)], prune: true })

  test.each<[string, () => [string, string | Uint8Array], path: string]>([
    ['/get_info', () => ['/get_info', '{}'], '/getinfo'],
    ['/get_transaction_pool', () => ['/get_transaction_pool', ''], '/get_transaction_pool'],
    ['/get_outs', () => ['/get_outs', '{"outputs": [{"amount": 0, "index": 5}]}'], '/get_outs'],
    ['/get_blocks.bin', () => ['/get_blocks.bin', blocks()], '/getblocks.bin'],
  ])('of %s are one request', async (_, request, path) => {
    const { asked, post, counters } = cachedNode()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await post(...request())
        return Buffer.from(await answer.arrayBuffer()).toString('latin1')
      }),
    )
    expect(asked.filter((one) => one.path === path)).toHaveLength(1)
    expect(new Set(answers).size).toBe(1)
    expect(isOk(Buffer.from(answers[0]!, 'latin1'))).toBe(true)
    const { misses, hits, joined } = counters()
    expect({ misses, others: hits + joined }).toEqual({ misses: 1, others: 199 })
  })

  test('with different ids are one request, and each has its id', async () => {
    const { asked, post } = cachedNode()
    const ids = Array.from({ length: 200 }, (_, at) => (at % 2 ? at : `wallet ${at}`))
    const answers = await Promise.all(
      ids.map(async (id) => {
        const body = JSON.stringify({ id, method: 'get_fee_estimate' })
        return (await (await post('/json_rpc', body)).json()) as { id: unknown; result: unknown }
      }),
    )
    expect(asked).toHaveLength(1)
    expect(answers.map(({ id }) => id)).toEqual(ids)
    expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1)
  })
})
