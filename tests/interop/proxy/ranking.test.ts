/** Three real monerods as one node: one is killed and comes back, one is behind, one has another chain. */
import { describe, expect } from 'vitest'
import { decodeText } from '#protocol/json/json.ts'
import type { NodeState, RankingEvent } from '../../../proxy/upstream/node-state.ts'
import { rankedNode, type RankedNode } from '../../../proxy/upstream/ranking.ts'
import { readBody } from '../../../proxy/read-body.ts'
import { undiciNode } from '../../../server/outgoing/undici-node.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'
import { startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { beforeAll, test } from '../../support/programs/test.ts'

/** All blocks of the chain of `whole`. */
const chainBlocks = 60
/** Blocks of `partial`, until it has all. */
const partialBlocks = 40

let whole: Monerod
let partial: Monerod
/** Has a chain of its own. */
let foreign: Monerod
let ranked: RankedNode
const events: RankingEvent[] = []

/** Adds blocks of `whole`, up to a number of blocks after the first one. */
async function copyTo(other: Monerod, blocks: number) {
  const { count } = await other.call('get_block_count')
  for (let height = Number(count); height <= blocks; height++) {
    const { blob } = await whole.call('get_block', { height })
    await other.call('submit_block', [blob])
  }
}

/** The top block of the node that answers. */
async function answeredTop(): Promise<string> {
  const answer = await ranked.ask({
    path: '/getheight',
    body: new Uint8Array(),
    contentType: 'application/json',
    once: false,
  })
  const { hash } = JSON.parse(decodeText((await readBody(answer, 4096))!)) as { hash: string }
  return hash
}

const topOf = async (node: Monerod): Promise<string> => (await node.call('get_info')).top_block_hash

/** What the last probe found, without latencies. */
const states = (): Omit<NodeState, 'latencyMs'>[] =>
  ranked.states().map(({ latencyMs: _, ...state }) => state)

/** Probes until a node has a state: a probe may have begun before it had. */
const probeUntil = (number: number, expected: Partial<NodeState>) =>
  poll(async () => {
    await ranked.probe()
    const state = ranked.states()[number - 1]!
    return Object.entries(expected).every(
      ([name, value]) => state[name as keyof NodeState] === value,
    )
  })

beforeAll(async () => {
  ;[whole, partial, foreign] = await Promise.all([startMonerod(), startMonerod(), startMonerod()])
  await whole.mine(chainBlocks)
  await foreign.mine(chainBlocks + 10)
  await copyTo(partial, partialBlocks)
  ranked = rankedNode(
    [foreign, partial, whole].map(({ url }) => undiciNode(url)),
    {
      now: () => performance.now(),
      restMs: 200,
      // Private chains share their first block and are short.
      settledDepth: 10n,
      log: (event) => events.push(event),
      report: (error) => {
        throw error
      },
    },
  )
  atFileEnd(() => ranked.close())
})

describe('three nodes', () => {
  test('the highest one with the chain of the majority answers', async () => {
    expect(await answeredTop()).toBe(await topOf(whole))
    expect(states()).toEqual([
      { number: 1, state: 'answers', height: 71n, agreement: 'disagrees', isFirst: false },
      { number: 2, state: 'answers', height: 41n, agreement: 'agrees', isFirst: false },
      { number: 3, state: 'answers', height: 61n, agreement: 'agrees', isFirst: true },
    ])
    expect(events.splice(0)).toEqual([{ event: 'upstream_disagrees', node: 1, height: 30n }])
  })

  test('all latencies are measured', () => {
    for (const { latencyMs } of ranked.states()) expect(latencyMs).toBeGreaterThan(0)
  })

  test('the one that is behind answers while the highest is killed', async () => {
    await whole.stop('SIGKILL')
    expect(await answeredTop()).toBe(await topOf(partial))
    await probeUntil(3, { state: 'unavailable' })
    expect(states()).toEqual([
      { number: 1, state: 'answers', height: 71n, agreement: 'disagrees', isFirst: false },
      { number: 2, state: 'answers', height: 41n, agreement: 'agrees', isFirst: true },
      { number: 3, state: 'unavailable', height: 61n, agreement: 'agrees', isFirst: false },
    ])
    expect(events.splice(0)).toEqual([
      { event: 'upstream_lost', node: 3, problem: 'unsent' },
      { event: 'upstream_switched', from: 3, to: 2 },
    ])
  })

  test('the killed one answers again when it is back', async () => {
    await whole.restart()
    await probeUntil(3, { state: 'answers' })
    expect(events.splice(0)).toEqual([
      { event: 'upstream_back', node: 3 },
      { event: 'upstream_switched', from: 2, to: 3 },
    ])
    const top = await topOf(whole)
    // Until then it rests from its failure.
    await poll(async () => (await answeredTop()) === top)
  })

  test('error: the one with another chain does not answer while both others are killed', async () => {
    await Promise.all([whole.stop('SIGKILL'), partial.stop('SIGKILL')])
    await expect(answeredTop()).rejects.toMatchObject({ name: 'UpstreamUnavailable' })
    await probeUntil(2, { state: 'unavailable' })
    await expect(answeredTop()).rejects.toMatchObject({ name: 'UpstreamUnavailable' })
    expect(states()[0]).toMatchObject({ state: 'answers', agreement: 'disagrees' })
    await Promise.all([whole.restart(), partial.restart()])
    events.splice(0)
  })

  test('a node that has caught up, and one that has taken over the chain, agree', async () => {
    await copyTo(partial, chainBlocks)
    await foreign.post('/pop_blocks', { nblocks: chainBlocks + 10 })
    await copyTo(foreign, chainBlocks)
    await probeUntil(1, { height: 61n, agreement: 'agrees' })
    expect(events).toContainEqual({ event: 'upstream_agrees', node: 1 })
    expect(states().map(({ height, agreement }) => [height, agreement])).toEqual([
      [61n, 'agrees'],
      [61n, 'agrees'],
      [61n, 'agrees'],
    ])
    expect(await answeredTop()).toBe(await topOf(whole))
  })
})
