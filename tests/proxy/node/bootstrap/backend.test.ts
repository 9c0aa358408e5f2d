import { beforeEach, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { bootstrapDaemon } from '../../../../proxy/node/bootstrap/daemon.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../../../../proxy/upstream/node.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'

let far: OwnNode
let node: OwnNode
let isAway: boolean
let asked: string[]
const clock = { time: 1_700_000_000n, now: () => clock.time }

/** The far node as an upstream node. */
const across: UpstreamNode = {
  async ask({ path, body }) {
    if (isAway) throw new UpstreamUnavailable('unsent')
    asked.push(path)
    const answer = await far.post(path, body)
    const bytes = new Uint8Array(answer.bytes)
    return { status: answer.status, length: undefined, body: new Blob([bytes]).stream() }
  },
  close: async () => {},
}

const mine = (on: OwnNode, blocks: number) =>
  on.call('generateblocks', { amount_of_blocks: blocks, wallet_address: minerAddress })

beforeEach(async () => {
  isAway = false
  asked = []
  far = await ownNode({ clock })
  node = await ownNode({ bootstrap: bootstrapDaemon({ connect: () => across, clock }), clock })
  await mine(far, 20)
})

const set = (settings: object) => node.post('/set_bootstrap_daemon', settings)
const get = async (path: string) => (await node.post(path, '')).json()

describe('a bootstrap node', () => {
  test('answers while it is more than ten blocks ahead', async () => {
    expect((await set({ address: '127.0.0.1:1234' })).json()).toEqual({ status: 'OK' })
    expect(await get('/get_height')).toMatchObject({ height: 21n, untrusted: true })
    expect(await node.call('get_info')).toMatchObject({
      height: 21n,
      height_without_bootstrap: 1n,
      untrusted: true,
      bootstrap_daemon_address: '127.0.0.1:1234',
      was_bootstrap_ever_used: true,
    })
    const distribution = await node.call('get_output_distribution', { amounts: [0] })
    expect(distribution.distributions[0].distribution).toBe(
      (await far.call('get_output_distribution', { amounts: [0] })).distributions[0].distribution,
    )
    const body = epeeFrom(bin.get_blocks.params, { start_height: 3n })
    const { bytes } = await node.post('/get_blocks.bin', body)
    expect(epeeTo(bin.get_blocks.result, bytes)).toMatchObject({
      start_height: 3n,
      current_height: 21n,
      untrusted: true,
    })
  })

  test('does not receive calls that only the own chain can handle', async () => {
    await set({ address: '127.0.0.1:1234' })
    expect(await node.call('get_block_count')).toMatchObject({
      count: 0n,
      status: 'This command is unsupported for bootstrap daemon',
    })
    await expect(node.call('submit_block', ['00'])).rejects.toMatchObject({ code: -20 })
    expect(asked).toEqual([])
  })

  test('is not used if it is at most ten blocks ahead', async () => {
    for (const hash of (await far.call('get_block_headers_range', range(1, 10))).headers)
      await node.context.chain.addBlock(far.context.chain.blobAt(hash.height)!)
    await set({ address: '127.0.0.1:1234' })
    expect(await get('/get_height')).toMatchObject({ height: 11n, untrusted: false })
    expect(await node.call('get_block_count')).toMatchObject({ count: 11n, status: 'OK' })
  })

  test('that is unavailable leaves all calls to the own chain', async () => {
    isAway = true
    await set({ address: '127.0.0.1:1234' })
    expect(await get('/get_height')).toMatchObject({ height: 1n, untrusted: false })
    // For half a minute it is taken to be there.
    expect(await get('/get_height')).toMatchObject({ height: 1n, untrusted: true })
    isAway = false
    clock.time += 31n
    expect(await get('/get_height')).toMatchObject({ height: 21n, untrusted: true })
  })

  test('is not used after an empty address', async () => {
    await set({ address: '127.0.0.1:1234' })
    await set({ address: '' })
    expect(await get('/get_height')).toMatchObject({ height: 1n, untrusted: false })
    expect(asked).toEqual([])
  })

  test('error: an invalid proxy address', async () => {
    expect((await set({ address: '127.0.0.1:1', proxy: 'x' })).status).toBe(500)
  })
})

const range = (start_height: number, end_height: number) => ({ start_height, end_height })
