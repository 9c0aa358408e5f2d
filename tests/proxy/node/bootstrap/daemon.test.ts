import { beforeEach, describe, expect, test } from 'vitest'
import { stringifyJson } from '#protocol/json/json.ts'
import { bootstrapDaemon } from '../../../../proxy/node/bootstrap/daemon.ts'
import { NodeRpcError } from '../../../../proxy/node/calls/errors.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../../../../proxy/upstream/node.ts'
import { fakeNode, type FakeNode } from '../../../support/daemons/fake-upstream-node.ts'

const clock = { time: 1000n, now: () => clock.time }
const settings = { address: 'node.example', username: 'u', password: 'p', proxy: '' }
const request = { path: '/get_height', body: new Uint8Array(), contentType: 'x', once: false }

/** What the node answers to `/getinfo`; undefined: it is unavailable. */
let info: object | string | undefined
let node: FakeNode
let connected: unknown[]
let closed: number

beforeEach(() => {
  clock.time = 1000n
  info = { status: 'OK', height: 100n, target_height: 0n }
  connected = []
  closed = 0
  node = fakeNode(({ path }) => {
    if (path !== '/getinfo') return '{"status":"OK"}'
    if (info === undefined) throw new UpstreamUnavailable('unsent')
    return typeof info === 'string' ? info : stringifyJson(info)
  })
  node.close = async () => void closed++
})

function daemon(proxy?: string) {
  // A connection of its own each time.
  const connect = (...how: unknown[]): UpstreamNode => {
    connected.push(how)
    return Object.create(node) as UpstreamNode
  }
  const made = bootstrapDaemon({ connect, clock, proxy })
  return { ...made, relay: (height: bigint) => made.relay!(request, height) }
}

describe('set', () => {
  test('has no node before it is called', async () => {
    const { isOn, address, wasEverUsed, relay } = daemon()
    expect([isOn(), address(), wasEverUsed(), await relay(1n)]).toEqual([
      false,
      '',
      false,
      undefined,
    ])
  })

  test('connects to the origin with the settings, and reports host and port', () => {
    const { set, address, isOn } = daemon()
    set(settings)
    expect(connected).toEqual([['http://node.example:18081', settings]])
    expect([address(), isOn()]).toEqual(['node.example:18081', true])
    set({ ...settings, address: 'https://node.example:443' })
    expect([address(), closed]).toEqual(['node.example:443', 1])
  })

  test('finds no node for auto or an invalid address, and ends with an empty one', async () => {
    const { set, address, isOn, relay } = daemon()
    for (const unknown of ['auto', 'node.example/path']) {
      clock.time += 31n
      set({ ...settings, address: unknown })
      expect([address(), isOn(), await relay(1n)]).toEqual(['', true, undefined])
    }
    set({ ...settings, address: '' })
    expect([isOn(), connected]).toEqual([false, []])
  })

  test('uses the proxy of the program before that of the settings', () => {
    daemon('127.0.0.1:9050').set({ ...settings, proxy: '127.0.0.1:1' })
    daemon().set({ ...settings, proxy: '127.0.0.1:1' })
    expect(connected).toMatchObject([
      ['http://node.example:18081', { proxy: '127.0.0.1:9050' }],
      ['http://node.example:18081', { proxy: '127.0.0.1:1' }],
    ])
  })

  test('error: an invalid proxy leaves the node unchanged', () => {
    const { set, address } = daemon()
    set(settings)
    expect(() => set({ ...settings, address: 'other', proxy: 'x' })).toThrow(
      new NodeRpcError('UNSPECIFIED', ''),
    )
    expect([address(), closed, connected.length]).toEqual(['node.example:18081', 0, 1])
  })
})

describe('relay', () => {
  test('forwards a request while the node is more than ten blocks ahead', async () => {
    const { set, relay, isOn, wasEverUsed } = daemon()
    set(settings)
    expect(await relay(89n)).toMatchObject({ status: 200 })
    expect(node.asked.map(({ path }) => path)).toEqual(['/getinfo', '/get_height'])
    expect([isOn(), wasEverUsed()]).toEqual([true, true])
  })

  test('stops for good when the node is at most ten blocks ahead', async () => {
    const { set, relay, isOn, wasEverUsed } = daemon()
    set(settings)
    expect([await relay(90n), isOn(), wasEverUsed()]).toEqual([undefined, false, false])
    info = { status: 'OK', height: 500n }
    clock.time += 31n
    expect([await relay(90n), isOn()]).toEqual([undefined, false])
  })

  test('checks the height again after half a minute', async () => {
    const { set, relay, isOn } = daemon()
    set(settings)
    await relay(1n)
    info = { status: 'OK', height: 5n }
    clock.time += 30n
    expect(await relay(1n)).toMatchObject({ status: 200 })
    clock.time += 1n
    expect([await relay(1n), isOn()]).toEqual([undefined, false])
  })

  test.each([
    ['is unavailable', undefined],
    ['does not answer JSON', 'busy'],
    ['reports another status', { status: 'BUSY', height: 100n }],
    ['reports no height', { status: 'OK' }],
    ['is still syncing', { status: 'OK', height: 100n, target_height: 101n }],
  ])('leaves the request to the own chain if the node %s', async (_, answer) => {
    info = answer
    const { set, relay, isOn, wasEverUsed } = daemon()
    set(settings)
    expect(await relay(1n)).toBeUndefined()
    // It stays the bootstrap node.
    expect([isOn(), wasEverUsed()]).toEqual([true, false])
  })

  test('leaves the request to the own chain if another node is set meanwhile', async () => {
    const { set, relay } = daemon()
    set(settings)
    const pending = relay(1n)
    set({ ...settings, address: 'other' })
    expect(await pending).toBeUndefined()
    expect(node.asked.map(({ path }) => path)).toEqual(['/getinfo'])
  })

  test('error: the node is lost after the check', async () => {
    const { set, relay, wasEverUsed } = daemon()
    set(settings)
    const { ask } = node
    node.ask = (asked) =>
      asked.path === '/getinfo' ? ask(asked) : Promise.reject(new UpstreamUnavailable('lost'))
    expect([await relay(1n), wasEverUsed()]).toEqual(['failed', true])
  })

  test('error: a bug is not treated as an unavailable node', async () => {
    const { set, relay } = daemon()
    set(settings)
    await relay(1n)
    node.ask = () => Promise.reject(new TypeError('bug'))
    await expect(relay(1n)).rejects.toThrow('bug')
  })
})
