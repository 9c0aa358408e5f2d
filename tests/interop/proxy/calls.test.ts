/**
 * Every call of the daemon, asked directly and through the proxy, on Node and at the edge: the
 * answers are the same.
 *
 * Two connected nodes, so that connections, peers and traffic are there to be told of.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import { epeeTo, readEpee } from '#protocol/epee/epee.ts'
import { object, type AnyField } from '#protocol/fields.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import { withoutPrunableHashes } from '../../support/node-comparison/prunable-hashes.ts'
import { daemonCases, type Case, type Scene } from '../../support/node-comparison/scene-cases.ts'
import {
  minerAddress,
  restoreMiner,
  startMonerod,
  startWalletRpc,
  type Monerod,
} from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { startProxy } from '../../support/programs/proxy.ts'
import { startEdge } from '../../support/programs/edge-worker.ts'
import { daemonClient, type Answer, type DaemonClient } from '../../support/network/http-client.ts'
import { freePort } from '../../support/network/free-port.ts'

type Stoppable = DaemonClient & { stop: () => Promise<unknown> }

let node: Monerod
let peer: Monerod
/** The proxy on every host, and the same as a public node. */
const hosts = ['nightjar-node', 'the edge host'] as const
const proxies = new Map<(typeof hosts)[number], { proxy: Stoppable; publicProxy: Stoppable }>()
/** The restricted port of the same node. */
let publicNode: DaemonClient
let scene: Scene

beforeAll(async () => {
  const restrictedPort = await freePort()
  node = await startMonerod({
    peers: [],
    // Known and never met: a node with an exclusive peer connects to no other.
    flags: ['--rpc-restricted-bind-port', `${restrictedPort}`, '--add-peer', '10.9.8.7:18080'],
  })

  publicNode = daemonClient(`http://127.0.0.1:${restrictedPort}`)
  peer = await startMonerod({ peers: [node.p2p] })
  proxies.set('nightjar-node', {
    proxy: await startProxy([node.url]),
    publicProxy: await startProxy([node.url], ['--restricted-rpc']),
  })

  proxies.set('the edge host', {
    proxy: await startEdge({ UPSTREAM: node.url, RESTRICTED_RPC: 'false' }),
    publicProxy: await startEdge({ UPSTREAM: node.url }),
  })

  scene = await setScene()
})

/** A chain with transactions, a fork and something in the pool. */
async function setScene(): Promise<Scene> {
  await node.mine(80)
  const wallet = await startWalletRpc({ daemon: node.url })
  await restoreMiner(wallet)
  const send = async () => {
    await wallet.call('refresh')
    const destinations = [{ address: minerAddress, amount: 1_000_000_000 }]
    return (await wallet.call('transfer', { destinations })).tx_hash as string
  }
  const mined = await send()
  await node.mine(2)
  const waiting = await send()
  await wallet.stop()

  const hash = async (height: number) => node.call('on_get_block_hash', [height])
  const fork = { amount_of_blocks: 1, wallet_address: minerAddress, prev_block: await hash(75) }
  await node.call('generateblocks', { ...fork, starting_nonce: 7 })
  const { txs } = await node.get('/get_transactions', { txs_hashes: [mined], decode_as_json: true })
  const spent = /"k_image": "([0-9a-f]{64})"/.exec(txs[0].as_json)![1]!
  await poll(
    async () => (await peer.call('get_info')).height === (await node.call('get_info')).height,
  )
  return { genesis: await hash(0), block: await hash(70), mined, waiting, spent }
}

const tables: [Record<string, DaemonContract>, (name: string) => string][] = [
  [rpc, (name) => name],
  [json, (name) => `/${name}`],
  [bin, (name) => `/${name}.bin`],
]
const aliases = new Map(
  tables.flatMap(([table, written]) =>
    Object.entries(table).map(([name, contract]) => [
      written(name),
      (contract.aliases ?? []).map(written),
    ]),
  ),
)

function ask(daemon: DaemonClient, { call, params, body }: Case): Promise<Answer> {
  if (call.startsWith('/')) return daemon.post(call, body ?? params ?? '')
  return daemon.post('/json_rpc', { jsonrpc: '2.0', id: 'case', method: call, params })
}

/** Both answers, `before` done before each and `after` after both. */
async function both(one: Case, direct: DaemonClient, through: DaemonClient) {
  const answers: Answer[] = []
  for (const daemon of [direct, through]) {
    if (one.before) await ask(node, one.before)
    answers.push(await ask(daemon, one))
  }
  if (one.after) await ask(node, one.after)
  return answers as [Answer, Answer]
}

const typeOf = ({ headers }: Answer) => String(headers['content-type']).trim()

function masked(value: unknown, volatile: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, volatile))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !volatile.includes(name))
      .map(([name, member]) => [name, masked(member, volatile)]),
  )
}

function expectAlike(one: Case, [direct, through]: [Answer, Answer]) {
  expect(through.status).toBe(direct.status)
  // A proxy says why; monerod sends an empty body.
  if (direct.status !== 200) return
  expect(typeOf(through)).toBe(typeOf(direct))
  // Most answers pass as they came; those that the proxy gives itself are spaced in another way.
  if (through.text() === direct.text()) return
  // The proxy fills in the hashes of pruned data.
  if (/get_?blocks.bin/.test(one.call)) {
    const [theirs, ours] = [direct, through].map(({ bytes }) => withoutPrunableHashes(bytes))
    return expect(ours).toEqual(theirs)
  }
  const fields = (answer: Answer) =>
    masked(parseJsonBytes(answer.bytes, { text: 'bytes' }), one.volatile ?? [])
  expect(fields(through)).toEqual(fields(direct))
}

// The scene has real ids only when it stands: cases are named before, and made again in the test.
const id = '00'.repeat(32)
const names = daemonCases({ genesis: id, block: id, mined: id, waiting: id, spent: id })

/** Hidden since a later version than the node's here. */
const differs = ['/get_alt_blocks_hashes']

describe.each(hosts)('%s: each call on a public node', (host) => {
  test.each(names.map(({ call }, index) => [call, index] as const))(
    '%s (case %d)',
    async (_, index) => {
      // What must be undone is hidden here.
      const { before: _before, after: _after, ...one } = daemonCases(scene)[index]!
      const { publicProxy } = proxies.get(host)!
      if (differs.includes(one.call)) return expect((await ask(publicProxy, one)).status).toBe(404)
      for (const call of [one.call, ...aliases.get(one.call)!])
        expectAlike({ ...one, call }, await both({ ...one, call }, publicNode, publicProxy))
    },
  )

  test.each([
    ['/get_transactions', { txs_hashes: Array(101).fill('00'.repeat(32)) }],
    ['/is_key_image_spent', { key_images: Array(5001).fill('00'.repeat(32)) }],
    ['/get_outs', { outputs: Array(5001).fill({ amount: 0, index: 0 }) }],
    ['get_output_histogram', {}],
    ['get_output_distribution', { amounts: [1] }],
  ])('%s is capped', async (call, params) => {
    const { publicProxy } = proxies.get(host)!
    expectAlike({ call, params }, await both({ call, params }, publicNode, publicProxy))
  })
})

describe('each call', () => {
  test.each(hosts)('%s has a non-empty answer with two nodes', async (host) => {
    const { proxy } = proxies.get(host)!
    expect((await proxy.call('get_connections')).connections).toHaveLength(1)
    expect((await proxy.call('sync_info')).peers).toHaveLength(1)
    const { white_list } = await proxy.get('/get_peer_list', { public_only: false })
    expect(white_list).toMatchObject([{ host: '10.9.8.7', port: 18080n }])
    expect((await proxy.get('/get_net_stats')).total_bytes_in).toBeGreaterThan(0n)
    expect((await proxy.call('get_alternate_chains')).chains).toHaveLength(1)
    expect((await proxy.get('/get_transaction_pool')).transactions).toHaveLength(1)
  })

  test('has a case', () => {
    const asked = new Set(names.map(({ call }) => call))
    const ends = ['/stop_daemon']
    const own = ['/start_save_graph', '/stop_save_graph']
    expect([...aliases.keys()].filter((call) => !asked.has(call)).sort()).toEqual(
      [...own, ...ends].sort(),
    )
  })

  // Case by case on every host, for the last ones change the chain.
  test.each(names.flatMap(({ call }, index) => hosts.map((host) => [call, index, host] as const)))(
    '%s (case %d) of %s',
    async (_, index, host) => {
      const one = daemonCases(scene)[index]!
      const { proxy } = proxies.get(host)!
      for (const call of [one.call, ...aliases.get(one.call)!])
        expectAlike({ ...one, call }, await both({ ...one, call }, node, proxy))
    },
  )

  test.each(
    ['/start_save_graph', '/stop_save_graph'].flatMap((path) =>
      hosts.map((host) => [path, host] as const),
    ),
  )('%s of %s', async (path, host) => {
    expect(await proxies.get(host)!.proxy.get(path)).toEqual({ status: 'OK', untrusted: false })
  })
})

describe('contracts', () => {
  const contracts = new Map(
    tables.flatMap(([table, written]) =>
      Object.entries(table).map(([name, contract]) => [written(name), contract] as const),
    ),
  )

  test.each(names.map(({ call }, index) => [call, index] as const))(
    'the contract of %s (case %d) has every field of the answer',
    async (_, index) => {
      const one = daemonCases(scene)[index]!
      const contract = contracts.get(one.call)!
      const answer = await ask(node, one)
      if (answer.status !== 200) return
      const result = resultOf(one, contract, answer)
      if (result === undefined) return
      const wire = contract.bareResult ? { value: result } : result
      expect(unknownFields(object(contract.result), wire)).toEqual([])
      if (isBinary(one, contract)) epeeTo(contract.result, answer.bytes)
      else object(contract.result).parse(wire, one.call)
    },
  )
})

/** What the node answered; undefined for an error. */
function resultOf(one: Case, contract: DaemonContract, { bytes }: Answer): unknown {
  if (isBinary(one, contract)) return readEpee(bytes)
  const value = parseJsonBytes(bytes, { text: 'bytes' }) as { result?: unknown }
  return one.call.startsWith('/') ? value : value.result
}

const isBinary = ({ call }: Case, { codec }: DaemonContract) =>
  call.endsWith('.bin') && codec !== 'json'

/** Names in `value` that `field` does not have. */
function unknownFields({ inside }: AnyField, value: unknown): string[] {
  const { element } = inside
  if (Array.isArray(value))
    return element ? value.flatMap((item) => unknownFields(element, item)) : []
  if (!inside.fields || typeof value !== 'object' || value === null) return []
  if (value instanceof Uint8Array) return inside.bareMember === undefined ? ['bytes'] : []
  return Object.entries(value).flatMap(([name, member]) => {
    const field = inside.fields![name]
    return field ? unknownFields(field, member) : [name]
  })
}

/**
 * A chain that stays as it is: cases above took blocks off the node that its peer still has and
 * would send again at some time. What the node mines now outweighs them at both.
 */
async function settle() {
  await node.mine(4)
  const tip = async (daemon: Monerod) => (await daemon.call('get_info')).top_block_hash
  await poll(async () => (await tip(peer)) === (await tip(node)))
}

describe.each(hosts)('%s: the envelope', (host) => {
  beforeAll(settle)

  test.each([
    '',
    '[]',
    '[{"method":"get_version"}]',
    '{}',
    '{"id":5}',
    '{"method":"nope"}',
    '{"method":"nope","id":7}',
    '{"method":"nope","id":null}',
    '{"method":"get_version","id":{"a":[1,2]}}',
    '{"method":"get_version","id":1.50}',
    '{"method":"get_version","id":-4}',
    '{"method":"get_version","id":18446744073709551615}',
    '{"method":"get_version","id":"\\u00e9\\n"}',
    '{"method":"get_version","params":""}',
    '{"method":"get_version","params":[]}',
    '{"method":"get_version","params":null}',
    '{"method":"get_version","method":"get_block_count"}',
    '{"method":"get_block_count","params":[1]}',
    '{"method":"get_block_header_by_height","params":{"height":"0"}}',
    '{"method":"get_block_header_by_height","params":{"height":1e0}}',
    '{"method":"get_block_header_by_height","params":{"height":-1}}',
    '{"method":"get_block_header_by_height","params":{"height":null}}',
    '{"method":"get_block_header_by_height","params":{"height":true}}',
    '{"method":"get_block_header_by_height","params":{"height":[0]}}',
    '{"method":"get_block_header_by_height","params":{"height":""}}',
    '{"method":"get_block_header_by_height","params":{"fill_pow_hash":1}}',
    '{"method":"get_block_header_by_height","params":5}',
    '{"method":"hard_fork_info","params":{"version":"1"}}',
    '{"method":"hard_fork_info","params":{"version":300}}',
    '{"method":"on_get_block_hash","params":["0"]}',
    '{"method":"on_get_block_hash","params":0}',
    '{"method":"on_get_block_hash","params":{}}',
    '{"method":"on_get_block_hash","params":[1,-1]}',
    '{"method":"on_get_block_hash","params":[1,"a"]}',
    '{"method":"on_get_block_hash","params":[[0]]}',
    '{"method":"get_output_histogram","params":{"amounts":0}}',
    '{"method":"get_output_histogram","params":{"amounts":{}}}',
    '{"method":"get_version"} and more',
    '{"method":"get_version"',
    '{"method":"get_version",}',
    '{"method":"get\\_version"}',
    '{"method":"get_version","id":TRUE}',
    '{"method":"get_version","id":[]}',
    'null',
    'x',
  ])('%s', async (body) => {
    const [direct, through] = [
      await node.post('/json_rpc', body),
      await proxies.get(host)!.proxy.post('/json_rpc', body),
    ]
    const answer = through.json()
    // What is wrong stands beside the reference's message.
    delete answer.error?.data
    expect(answer).toEqual(direct.json())
  })
})

describe.each(hosts)('%s: paths', (host) => {
  test.each([
    ['/get_height', 'x'],
    ['/get_height', '[]'],
    ['/get_height', '{'],
    ['/get_height', '{} and more'],
    ['/get_height?x=1', ''],
    ['/get_height/', ''],
    ['//get_height', ''],
    ['/nope', ''],
    ['/', ''],
    ['/json_rpc/', '{}'],
    ['/get_blocks.bin', ''],
    ['/get_blocks.bin', 'x'],
    ['/get_transactions', '{"txs_hashes":5}'],
    ['/get_transactions', '{"txs_hashes":["a",5]}'],
    ['/out_peers', '{"out_peers":"5"}'],
  ])('%s with %s has the same status', async (path, body) => {
    const direct = await node.post(path, body)
    const through = await proxies.get(host)!.proxy.post(path, body)
    expect(through.status).toBe(direct.status)
  })
})

test('/stop_daemon stops the node after its response', async () => {
  const direct = await peer.post('/stop_daemon', '')
  await peer.program.exited
  const through = await proxies.get('nightjar-node')!.proxy.post('/stop_daemon', '')
  expect(through.text()).toBe(direct.text())
  expect(await node.program.exited).toBe(0)
})
