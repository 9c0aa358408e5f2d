/**
 * The same chain in a real monerod and in a node of our own, and every call asked of both: the answers
 * are the same, field by field, but for what is named here.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterAll, describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { seed } from '../../support/random/case-counts.ts'
import { daemonCases, type Case, type Scene } from '../../support/node-comparison/scene-cases.ts'
import { moreCases } from '../../support/node-comparison/stateless-cases.ts'
import type { Monerod, Result } from '../../support/programs/monerod.ts'
import type { OwnNode } from '../../support/daemons/in-process-node.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { mirroredScene } from '../../support/node-comparison/ask-both-daemons.ts'
import { NodePair } from '../../support/node-comparison/node-pair.ts'

let twins: NodePair
let monerod: Monerod
let own: OwnNode
let scene: Scene

beforeAll(async () => {
  twins = await NodePair.start({ below: seededBelow(seed()) })
  ;({ monerod, own } = twins)
  scene = await mirroredScene(monerod, own)
  await twins.settle()
})

const expectAlike = (one: Case) => twins.alike(one)

const id = '00'.repeat(32)
const names = daemonCases({ genesis: id, block: id, mined: id, waiting: id, spent: id })

/** A height that is none: the node here answers the id of zeros. */
const isNewer = ({ call, params }: Case) =>
  call === 'on_get_block_hash' && Array.isArray(params) && params[0] === 1_000_000

describe('each call', () => {
  // Each node has mined a block of its own by then.
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
    async (_call, _params, one) => {
      await expectAlike(one)
    },
  )
})

describe('newer than the reference 0.18.0.0', () => {
  test('an invalid height has no block', async () => {
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

  test('a key image that is requested twice is reported twice', async () => {
    const { txs } = (
      await own.post('/get_transactions', { txs_hashes: [scene.waiting], decode_as_json: true })
    ).json()
    const image = /"k_image": "([0-9a-f]{64})"/.exec(txs[0].as_json)![1]!
    const answer = await own.post('/is_key_image_spent', { key_images: [image, image] })
    expect(answer.json()).toMatchObject({ spent_status: [2n, 2n] })
  })

  test.each(['/start_save_graph', '/stop_save_graph'])('%s', async (path) => {
    expect((await own.post(path, '')).json()).toEqual({ status: 'OK', untrusted: false })
  })
})

describe('rpc_access_tracking', () => {
  test('counts the calls of both nodes by the names of monerod', async () => {
    await expectAlike({ call: 'rpc_access_tracking', params: { clear: true } })
    for (const name of [
      'get_block_count',
      'on_get_block_hash',
      'get_info',
      'banned',
      'submit_block',
    ])
      for (const one of names.filter((each) => each.call === name && !isNewer(each)))
        await expectAlike(one)
    for (const { call, params, body } of daemonCases(scene))
      if (call.endsWith('.bin') || call.startsWith('/get_transaction') || call === '/get_info')
        await expectAlike({ call, params: params ?? {}, ...(body && { body }) })
    const counted = async ({ call }: Pick<OwnNode, 'call'>) => {
      const { data } = await call('rpc_access_tracking')
      const counts = data.map(({ rpc, count }: Result) => [rpc, count] as const)
      return Object.fromEntries(counts) as { [rpc: string]: bigint }
    }
    expect(await counted(own)).toEqual(await counted(monerod))
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

  test('a history of another chain', async () => {
    await blocks({ block_ids: await ids([40, 1]) })
    await blocks({})
    await blocks({ start_height: 1_000_000n })
    await expectAlike({
      call: '/get_hashes.bin',
      body: epeeFrom(bin.get_hashes.params, { block_ids: await ids([40, 1]), start_height: 7n }),
    })
  })

  test('blocks up to an invalid height', async () => {
    await expectAlike({
      call: '/get_blocks_by_height.bin',
      body: epeeFrom(bin.get_blocks_by_height.params, { heights: [1n, 81n, 1_000_000n, 2n] }),
    })
  })

  test('the top block is known', async () => {
    const top = Number((await monerod.call('get_info')).height) - 1
    await blocks({ block_ids: await ids([top, 0]) })
  })

  test('every whole transaction and block, in every form', async () => {
    const { headers } = await monerod.call('get_block_headers_range', {
      start_height: 0,
      end_height: 80,
    })
    const hashes = headers.map(({ miner_tx_hash }: Result) => miner_tx_hash)
    for (const options of [{}, { prune: true }, { split: true }])
      await expectAlike({
        call: '/get_transactions',
        params: { txs_hashes: [...hashes, scene.mined], decode_as_json: true, ...options },
      })
    for (const { height } of headers) await expectAlike({ call: 'get_block', params: { height } })
  })

  test('an alternative block below and above the top of the chain', async () => {
    const { chains } = await monerod.call('get_alternate_chains')
    const hash: string = chains[0].block_hash
    const compareBoth = async () => {
      for (const call of ['get_block', 'get_block_header_by_hash'])
        await expectAlike({ call, params: { hash } })
    }
    await compareBoth()
    const above = Number((await monerod.call('get_info')).height) - Number(chains[0].height)
    for (const daemon of [monerod, own]) await daemon.post('/pop_blocks', { nblocks: above + 1 })
    await compareBoth()
    await expect(own.call('get_block', { hash })).rejects.toMatchObject({ code: 0 })
    await expectAlike({ call: 'get_alternate_chains' })
    for (const daemon of [monerod, own]) await daemon.post('/pop_blocks', { nblocks: 1 })
    await expectAlike({ call: 'get_alternate_chains' })
    const { status, chains: left } = await own.call('get_alternate_chains')
    expect(status).toBe('Error finding alternate chain attachment point')
    expect(left).toMatchObject([{ main_chain_parent_block: '' }])
  })
})
