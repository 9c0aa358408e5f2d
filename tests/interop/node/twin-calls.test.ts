/**
 * The same chain in a real monerod and in a node of our own, and every call asked of both: the answers
 * are the same, field by field, but for what is named here.
 */
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { epeeFrom } from '#protocol/epee.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { daemonCases, type Case, type Scene } from '../../support/daemon-cases.ts'
import { moreCases } from '../../support/more-cases.ts'
import type { Answer } from '../../support/http.ts'
import { startMonerod, type Monerod, type Result } from '../../support/monerod.ts'
import { nodeWork, type Work } from '../../../proxy/pow/node.ts'
import { ownNode, type OwnNode } from '../../support/own-node.ts'
import { askBoth, masked, read, twinScene } from '../../support/twin.ts'

const thread = new URL('../../../dist/nightjar-pow.js', import.meta.url)

let monerod: Monerod
let own: OwnNode
let scene: Scene
let work: Work

beforeAll(async () => {
  monerod = await startMonerod()
  work = nodeWork(() => new Worker(thread))
  own = await ownNode({ pow: work.pow })
  scene = await twinScene(monerod, own)
})

afterAll(async () => {
  work?.close()
  await monerod?.stop()
})

/** What each of the two has of its own. */
const anywhere = [
  // The machine, the program, its clock.
  ...['free_space', 'database_size', 'version', 'start_time', 'adjusted_time', 'daemon_time'],
  'rpc_connections_count',
  // When a transaction came, by the clock of each.
  ...['receive_time', 'received_timestamp', 'last_relayed_time', 'oldest'],
  // Sent since this version, and `not_rct` by ours as by older ones.
  ...['current_height', 'hard_forks', 'not_rct', 'block_id', 'pool_info_extent'],
  ...['tx_extra_too_big', 'nonzero_unlock_time', 'sanity_check_failed', 'too_few_outputs'],
]

/** What a call has beside that. */
const byCall: { readonly [call: string]: readonly string[] } = {
  // Newer defaults.
  '/get_limit': ['limit_down', 'limit_up'],
  '/set_limit': ['limit_down', 'limit_up'],
  // Nothing is paid for; nobody counts hashes.
  rpc_access_tracking: ['data'],
  // A new transaction key each time.
  get_block_template: ['blocktemplate_blob', 'blockhashing_blob', 'expected_reward'],
}

async function expectAlike(one: Case) {
  const [theirs, ours] = await askBoth(one, [monerod, own])
  expect(ours.status).toBe(theirs.status)
  if (theirs.status !== 200) return
  const names = [...anywhere, ...(one.volatile ?? []), ...(byCall[one.call] ?? [])]
  expect(masked(read(one, ours), names)).toEqual(masked(read(one, theirs), names))
  expectSameOrder(one, theirs, ours)
}

/** Fields stand in the same order in the text: monero's readers need not, its callers might. */
function expectSameOrder({ call }: Case, theirs: Answer, ours: Answer) {
  // Lists that differ have names that do.
  if (call.endsWith('.bin') || byCall[call]?.includes('data')) return
  const names = (answer: Answer) =>
    [...answer.text().matchAll(/"([a-z_0-9]+)": ?/g)].map(([, n]) => n)
  const [left, right] = [names(theirs), names(ours)]
  const known = (list: readonly (string | undefined)[], other: readonly (string | undefined)[]) =>
    list.filter((name) => other.includes(name))
  expect(known(right, left)).toEqual(known(left, right))
}

const id = '00'.repeat(32)
const names = daemonCases({ genesis: id, block: id, mined: id, waiting: id, spent: id })

/** A height that is none: the node here answers the id of zeros. */
const isNewer = ({ call, params }: Case) =>
  call === 'on_get_block_hash' && Array.isArray(params) && params[0] === 1_000_000

describe('each call', () => {
  // Each has mined a block of its own by then.
  afterAll(async () => {
    for (const daemon of [monerod, own]) await daemon.post('/pop_blocks', { nblocks: 1 })
  })

  test.each(names.flatMap((one, index) => (isNewer(one) ? [] : [[one.call, index] as const])))(
    '%s (case %d)',
    async (_, index) => {
      await expectAlike(daemonCases(scene)[index]!)
    },
  )
})

describe('more params', () => {
  test.each(moreCases.map((one) => [one.call, JSON.stringify(one.params ?? {}), one] as const))(
    '%s %s',
    (_call, _params, one) => expectAlike(one),
  )
})

describe('newer than the node here', () => {
  test('a height that is none has no block', async () => {
    await expect(own.call('on_get_block_hash', [1_000_000])).rejects.toThrow(
      'Requested block height: 1000000 greater than current top block height: 82',
    )
  })

  test('an address of version 6 is read to its end', async () => {
    const bans = [{ host: '2001:db8::1', ban: true, seconds: 1000 }]
    await own.call('set_bans', { bans })
    expect(await own.call('banned', { address: '2001:db8::1' })).toMatchObject({ banned: true })
    await own.call('set_bans', { bans: [{ host: '2001:db8::1', ban: false }] })
  })

  test('all of the window may be blocks to come', async () => {
    expect(await own.call('get_fee_estimate', { grace_blocks: 100 })).toMatchObject({
      status: 'OK',
    })
  })

  test.each(['/start_save_graph', '/stop_save_graph'])('%s', async (path) => {
    expect((await own.post(path, '')).json()).toEqual({ status: 'OK', untrusted: false })
  })
})

describe('following the chain', () => {
  const ids = (heights: number[]) =>
    Promise.all(heights.map(async (height) => hexToBytes(await idAt(height))))
  const idAt = (height: number): Promise<string> => monerod.call('on_get_block_hash', [height])
  const blocks = (params: Parameters<typeof epeeFrom<typeof bin.get_blocks.params>>[1]) =>
    expectAlike({ call: '/get_blocks.bin', body: epeeFrom(bin.get_blocks.params, params) })

  test.each([false, true])('blocks after a history, pruned %s', async (prune) => {
    const unknown = new Uint8Array(32).fill(7)
    await blocks({ block_ids: [unknown, ...(await ids([78, 40, 0]))], prune })
  })

  test('a history that ends elsewhere', async () => {
    await blocks({ block_ids: await ids([40, 1]) })
    await blocks({})
    await blocks({ start_height: 1_000_000n })
  })

  test('the top block is known', async () => {
    const top = Number((await monerod.call('get_info')).height) - 1
    await blocks({ block_ids: await ids([top, 0]) })
  })

  test('every whole transaction and block, in every form', async () => {
    const { headers } = await monerod.call('get_block_headers_range', {
      ...{ start_height: 0, end_height: 80 },
    })
    const hashes = headers.map(({ miner_tx_hash }: Result) => miner_tx_hash)
    for (const options of [{}, { prune: true }, { split: true }])
      await expectAlike({
        ...{ call: '/get_transactions' },
        params: { txs_hashes: [...hashes, scene.mined], decode_as_json: true, ...options },
      })
    for (const { height } of headers) await expectAlike({ call: 'get_block', params: { height } })
  })
})
