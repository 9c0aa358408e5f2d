import { tipEvent } from '#protocol/feed/live.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { FeedBuilder } from '../../../proxy/feed/feed-builder.ts'
import { LightNode } from '../../../proxy/feed/light-node.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import type { LogEvent } from '../../../proxy/metrics/event-log.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { FeedError } from '../../../proxy/feed/whole-blocks.ts'
import { feedNode, type FeedNode } from '../../support/feed/feed-node.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const [size, depth] = [4, 2]

let upstream: FeedNode
let light: LightNode
let logged: LogEvent[]
let bugs: unknown[]
let refusal: Error | undefined

beforeEach(async () => {
  upstream = await feedNode(size + depth)
  logged = []
  bugs = []
  refusal = undefined
  const { node, source, keccak, keccakParts, clearCommitment } = upstream
  const files = memoryFiles()
  const feed = await StoredFeed.open(files, { network: 'fakechain', blocks: size })
  const require = () => (refusal ? Promise.reject(refusal) : Promise.resolve())
  const builder = new FeedBuilder({
    source,
    feed,
    checks: { pinnedHeight: 0n, require },
    keccak,
    keccakParts,
    clearCommitment,
    report: () => {},
    depth,
  })
  const { signal } = new AbortController()
  const log = (event: LogEvent) => void logged.push(event)
  const report = (error: unknown) => void bugs.push(error)
  const ports = { node, signal, keccak, log, report, nowMs: () => 1000 }
  light = new LightNode(ports, { feed, files, builder })
})

describe('the light node', () => {
  test('adds chunks when the top block has changed', async () => {
    expect(light.tip).toBeUndefined()
    expect(await light.look()).toBe(true)
    await light.catchUp()
    expect(light.facts).toMatchObject({
      network: 'fakechain',
      height: 6n,
      feedHeight: 4n,
      feedTarget: 4n,
      chunks: 1,
      listeners: 0,
    })
    expect(Number(light.facts.topTimestamp)).toBeGreaterThan(1_700_000_000)
    expect(await light.look()).toBe(false)
    await upstream.mine(size)
    expect(await light.look()).toBe(true)
    await light.catchUp()
    expect(light.facts).toMatchObject({ chunks: 2, feedTarget: 8n })
  })

  test('adds some of the chunks, and says whether more are left', async () => {
    await upstream.mine(2 * size)
    await light.look()
    expect(await light.catchUp(2)).toBe('more')
    expect(await light.look()).toBe(true)
    expect(await light.catchUp(2)).toBe('complete')
    expect(await light.look()).toBe(false)
    expect(light.facts.chunks).toBe(3)
    refusal = new FeedError('block 1 has no proof of work')
    await upstream.mine(size)
    expect(await light.catchUp()).toBe('failed')
  })

  test('sends top block and pool version first, and then each new block', async () => {
    await light.look()
    const answer = await light.routes().request('http://host/feed/v1/events')
    const reader = answer.body!.getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toBe('retry: 3000\n\n')
    expect(await next()).toBe(`event: tip\ndata: {"height":6,"id":"${light.tip!.id}"}\n\n`)
    expect(await next()).toBe('event: pool\ndata: {"version":1000,"added":[],"removed":[]}\n\n')
    await upstream.mine(1)
    await light.look()
    const [, name, data = ''] = /^event: (\w+)\ndata: (.+)\n\n$/.exec(await next())!
    expect([name, tipEvent.parse(JSON.parse(data), 'tip')]).toEqual(['tip', light.tip])
    light.close()
  })

  test('logs once that the node is away, and that it is back', async () => {
    await light.look()
    const state = light.poolState
    upstream.onRequest(() => {
      throw new UpstreamUnavailable('timeout')
    })
    expect(await light.look()).toBe(false)
    await light.look()
    await light.catchUp()
    expect(light.poolState).toBeUndefined()
    upstream.onRequest(() => {})
    await light.look()
    expect(logged).toEqual([
      { event: 'upstream_lost', problem: 'timeout' },
      { event: 'upstream_back' },
    ])
    expect(light.poolState).toBe(state)
    expect(bugs).toEqual([])
  })

  test('logs refused blocks once, and tries again', async () => {
    refusal = new FeedError('block 1 has no proof of work')
    await light.look()
    await light.catchUp()
    await light.catchUp()
    expect(logged).toEqual([{ event: 'feed_data_refused', cause: 'chain' }])
    expect(await light.look()).toBe(true)
    refusal = undefined
    await light.catchUp()
    expect(light.facts.chunks).toBe(1)
  })

  test('error: a bug is reported and not logged', async () => {
    refusal = new TypeError('bug')
    await light.look()
    await light.catchUp()
    expect(bugs).toEqual([refusal])
    expect(logged).toEqual([])
  })
})
