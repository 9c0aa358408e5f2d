/**
 * The edge host with a chain of its own: every call asked of its Durable Object in workerd and of the
 * same chain in a node on Node; the answers are the same, and no other program answers any.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { json, rpc } from '#protocol/daemon/calls.ts'
import { daemonCases, type Case, type Scene } from '../../support/node-comparison/scene-cases.ts'
import { startEdge, type Edge } from '../../support/programs/edge-worker.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { moreCases } from '../../support/node-comparison/stateless-cases.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { poll } from '../../support/programs/process.ts'
import {
  ask,
  askBoth,
  masked,
  read,
  mirroredScene,
  ownFields,
} from '../../support/node-comparison/ask-both-daemons.ts'

let edge: Edge
let own: OwnNode
let scene: Scene

const mine = (blocks: number) =>
  edge.call('generateblocks', { amount_of_blocks: blocks, wallet_address: minerAddress })

beforeAll(async () => {
  edge = await startEdge({ RESTRICTED_RPC: 'false' })
  own = await ownNode()
  scene = await mirroredScene({ ...edge, mine }, own)
})

/** What each of the two has of its own. */
const anywhere = [
  ...ownFields,
  // When a transaction came, by the clock of each.
  'receive_time',
  'received_timestamp',
  'last_relayed_time',
  'oldest',
]

/** What a call has beside that. */
const byCall: { readonly [call: string]: readonly string[] } = {
  // A new transaction key each time.
  get_block_template: ['blocktemplate_blob', 'blockhashing_blob'],
}

const id = '00'.repeat(32)
const names = daemonCases({ genesis: id, block: id, mined: id, waiting: id, spent: id })

/** Where there are no threads and nothing is compiled at run time. */
const needsWork = ({ call, params = {} }: Case) =>
  call === 'calc_pow' || call.endsWith('_mining') || 'fill_pow_hash' in params

/** Such a call, or one after it. */
const mines = (one: Case) => [one, one.before, one.after].some((each) => each && needsWork(each))

describe('each call', () => {
  // Each has mined a block of its own by then.
  test.each(names.flatMap((one, index) => (mines(one) ? [] : [[one.call, index] as const])))(
    '%s (case %d)',
    (_, index) => expectAlike(daemonCases(scene)[index]!),
  )

  test.each(moreCases.map((one) => [one.call, JSON.stringify(one.params ?? {}), one] as const))(
    '%s %s',
    (_call, _params, one) => expectAlike(one),
  )
})

async function expectAlike(one: Case) {
  const [ours, onNode] = await askBoth(one, [edge, own])
  expect(ours.status).toBe(onNode.status)
  const hidden = [...anywhere, ...(one.volatile ?? []), ...(byCall[one.call] ?? [])]
  expect(masked(read(one, ours), hidden)).toEqual(masked(read(one, onNode), hidden))
}

describe('limits of an edge host', () => {
  test.each([
    ['calc_pow', { major_version: 14, height: 2, block_blob: '00', seed_hash: id }],
    ['get_last_block_header', { fill_pow_hash: true }],
  ])('error: RandomX, which %s needs', async (call, params) => {
    await expect(edge.call(call, params)).rejects.toThrow(
      'No proof of work: RandomX needs 260 MB of memory',
    )
  })

  // monero tests/hash/tests-slow.txt
  test('computes CryptoNight, which needs 2 MB', async () => {
    const block_blob = Buffer.from('This is a test').toString('hex')
    const params = { major_version: 1, height: 2, block_blob, seed_hash: id }
    expect(await edge.call('calc_pow', params)).toBe(
      'a084f01d1437a09c6985401b60d43554ae105802c5f5d8a9b3253649c0be6605',
    )
  })

  test('error: mining, which needs threads', async () => {
    const params = { miner_address: minerAddress, threads_count: 1 }
    expect((await edge.get('/start_mining', params)).status).toBe(
      'Failed, this host cannot mine: it has no threads',
    )
    expect((await edge.get('/stop_mining')).status).toBe('Mining never started')
    expect(await edge.get('/mining_status')).toMatchObject({ status: 'OK', active: false })
  })
})

/** Calls that a node's owner alone may make. */
const administrative = Object.entries({ '': rpc, '/': json }).flatMap(([prefix, table]) =>
  Object.entries<DaemonContract>(table)
    .filter(([, contract]) => contract.restricted)
    .map(([name]) => prefix + name),
)

describe('the Durable Object', () => {
  test('keeps its chain after a restart, and drops its bans as a node does', async () => {
    const chainOf = async () => {
      const { height, top_block_hash, tx_pool_size } = await edge.call('get_info')
      return { height, top_block_hash, tx_pool_size }
    }
    const bansIn = async () => (await edge.call('get_bans')).bans
    const before = await chainOf()
    await edge.call('set_bans', { bans: [{ host: '10.9.8.7', ban: true, seconds: 50_000 }] })
    expect(await bansIn()).toContainEqual(expect.objectContaining({ host: '10.9.8.7' }))

    expect(await edge.get('/stop_daemon')).toMatchObject({ status: 'OK' })
    await poll(async () => (await bansIn().catch(() => [{}])) === undefined)
    expect(await chainOf()).toEqual(before)
    await mine(1)
    expect((await edge.call('get_info')).height).toBe(before.height + 1n)
  })

  test('refuses administrative calls unless a variable allows them', async () => {
    const shut = await startEdge({})
    try {
      expect(administrative).toContain('generateblocks')
      expect(administrative).toContain('/stop_daemon')
      for (const call of administrative) {
        const answer = await ask(shut, { call })
        if (call.startsWith('/')) expect([call, answer.status]).toEqual([call, 404])
        else expect(answer.json()).toMatchObject({ error: { message: 'Method not found' } })
      }
      // Blocks are made all the same.
      const wanted = { wallet_address: minerAddress, reserve_size: 8 }
      const { blocktemplate_blob } = await shut.call('get_block_template', wanted)
      await shut.call('submit_block', [blocktemplate_blob])
      expect(await shut.call('get_info')).toMatchObject({ height: 2n, restricted: true })
    } finally {
      await shut.stop()
    }
  })
})
