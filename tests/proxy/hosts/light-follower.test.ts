import { beforeEach, describe, expect, test } from 'vitest'
import { FeedBuilder } from '../../../proxy/feed/feed-builder.ts'
import { FeedError } from '../../../proxy/feed/whole-blocks.ts'
import { LightNode } from '../../../proxy/feed/light-node.ts'
import { StoredFeed } from '../../../proxy/feed/stored-feed.ts'
import { LightFollower } from '../../../proxy/hosts/light-follower.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { feedNode, type FeedNode } from '../../support/feed/feed-node.ts'
import { memoryFiles } from '../../support/feed/memory-files.ts'

const [size, depth] = [4, 2]

let upstream: FeedNode
let follower: LightFollower
/** Milliseconds of the clock. */
let now: number
/** When it wants to be called, in milliseconds from then. */
let wakes: number[]
let looks: number
let opened: number
let failure: Error | undefined
let refusal: Error | undefined
let logged: string[]
let reported: unknown[]

beforeEach(async () => {
  upstream = await feedNode(3 * size + depth)
  ;[now, looks, opened] = [0, 0, 0]
  ;[wakes, logged, reported] = [[], [], []]
  ;[failure, refusal] = [undefined, undefined]
  upstream.onRequest(({ path }) => {
    if (path === '/get_transaction_pool_hashes') looks++
  })
  follower = new LightFollower({
    open,
    wakeIn: async (ms) => void wakes.push(ms),
    nowMs: () => now,
    log: ({ event }) => logged.push(event),
    report: (error) => reported.push(error),
  })
})

async function open(): Promise<LightNode> {
  opened++
  if (failure) throw failure
  const { node, source, keccak, keccakParts, clearCommitment } = upstream
  const files = memoryFiles()
  const feed = await StoredFeed.open(files, { network: 'fakechain', blocks: size })
  const builder = new FeedBuilder({
    source,
    feed,
    checks: {
      pinnedHeight: 0n,
      require: () => (refusal ? Promise.reject(refusal) : Promise.resolve()),
    },
    keccak,
    keccakParts,
    clearCommitment,
    report: () => {},
    depth,
  })
  const { signal } = new AbortController()
  const report = (error: unknown) => void reported.push(error)
  const log = () => {}
  const ports = { node, signal, keccak, log, report, nowMs: () => now }
  return new LightNode(ports, { feed, files, builder })
}

const chunks = () => follower.light!.facts.chunks

describe('a light node in short turns', () => {
  test('adds one chunk a turn, and asks for the next turn at once', async () => {
    for (const count of [1, 2]) {
      await follower.wake()
      expect([chunks(), wakes]).toEqual([count, new Array<number>(count).fill(0)])
    }
    // No client listens, so it waits for the trigger.
    await follower.wake()
    expect([chunks(), wakes]).toEqual([3, [0, 0]])
    await upstream.mine(size)
    await follower.wake()
    expect(chunks()).toBe(4)
  })

  test('looks each second while a client listens', async () => {
    for (let n = 0; n < 3; n++) await follower.wake()
    wakes = []
    const answer = await follower.light!.routes().request('http://host/feed/v1/events')
    await follower.keepAwake()
    await follower.wake()
    expect(wakes).toEqual([1000, 1000])
    await answer.body!.cancel()
    await follower.wake()
    expect(wakes).toEqual([1000, 1000])
  })

  test('answers from a look of the last second', async () => {
    await Promise.all([follower.fresh(), follower.fresh()])
    await follower.fresh()
    expect([opened, looks]).toEqual([1, 1])
    now += 1000
    await Promise.all([follower.fresh(), follower.fresh()])
    expect([opened, looks]).toEqual([1, 2])
  })

  test('opens the feed again after a rest, once the upstream answers', async () => {
    failure = new UpstreamUnavailable('lost')
    for (let n = 0; n < 3; n++) expect(await follower.fresh()).toBeUndefined()
    await follower.wake()
    expect([opened, logged, wakes]).toEqual([1, ['upstream_lost'], []])
    now += 5000
    await follower.wake()
    expect([opened, logged]).toEqual([2, ['upstream_lost']])
    failure = undefined
    now += 5000
    expect(await follower.fresh()).toBe(follower.light)
    expect(reported).toEqual([])
  })

  test('rests after blocks that are refused', async () => {
    refusal = new FeedError('block 1 is not the one of mainnet')
    await follower.wake()
    refusal = undefined
    await follower.wake()
    expect(chunks()).toBe(0)
    now += 5000
    await follower.wake()
    expect(chunks()).toBe(1)
  })

  test('error: what the operator must change is reported', async () => {
    failure = new TypeError('FEED: expected a feed of mainnet, got one of stagenet')
    expect(await follower.fresh()).toBeUndefined()
    expect([reported, logged]).toEqual([[failure], []])
  })
})
