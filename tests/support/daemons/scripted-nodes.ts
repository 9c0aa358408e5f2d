/**
 * Nodes with scripts behind a ranking, on one clock.
 *
 * @module
 */
import { UpstreamUnavailable, type UpstreamRequest } from '../../../proxy/upstream/node.ts'
import type { RankingEvent } from '../../../proxy/upstream/node-state.ts'
import { rankedNode, type RankingOptions } from '../../../proxy/upstream/ranking.ts'
import { fakeNode, type FakeNode } from './fake-upstream-node.ts'

const request: UpstreamRequest = {
  path: '/x',
  body: new Uint8Array(),
  contentType: '',
  once: false,
}

/** What a scripted node has and does. */
type Script = {
  height: number
  latencyMs: number
  /** Its blocks from this height on differ from those of other nodes. */
  forkAt: number
  network: string
  /** Why it does not answer. `silent`: the connection stays open. */
  away: 'unsent' | 'lost' | 'silent' | 'busy' | 'html' | 'noheader' | undefined
  /** Of the proxy: the port to the node rejects with it. */
  bug: Error | undefined
}

const paid = { status: 'OK', untrusted: false, credits: 0, top_hash: '' }
const difficulty = { difficulty: 1, cumulative_difficulty: 1 }

function results({ height, network }: Script, id: (height: number) => string) {
  return {
    get_info: () => ({
      ...paid,
      ...difficulty,
      height,
      nettype: network,
      target_height: 0,
      target: 120,
      tx_count: 0,
      tx_pool_size: 0,
      top_block_hash: id(height - 1),
    }),
    getblockheaderbyheight: (params: { height: number }) => ({
      ...paid,
      block_header: {
        ...difficulty,
        major_version: 16,
        minor_version: 16,
        timestamp: 1,
        prev_hash: id(params.height - 1),
        nonce: 0,
        orphan_status: false,
        height: params.height,
        depth: height - params.height - 1,
        hash: id(params.height),
        reward: 0,
        block_size: 0,
        num_txes: 0,
      },
    }),
  }
}

/** Nodes with scripts, one clock, and all timers of the ranking. */
export function scene(scripts: Partial<Script>[], options: Partial<RankingOptions> = {}) {
  let time = 0
  const timers = new Set<{ at: number; task: () => void }>()
  const pass = async (ms: number) => {
    time += ms
    for (const timer of [...timers]) if (timer.at <= time && timers.delete(timer)) timer.task()
    await settled()
  }
  const nodes = scripts.map((given): { script: Script; node: FakeNode } => {
    const script: Script = {
      height: 2000,
      latencyMs: 10,
      forkAt: Infinity,
      network: 'mainnet',
      away: undefined,
      bug: undefined,
      ...given,
    }
    const id = (height: number) =>
      (height >= script.forkAt ? 'f' : '0') + `${height}`.padStart(63, '0')
    const node = fakeNode(async ({ path, body }) => {
      time += script.latencyMs
      const { away, bug } = script
      if (bug) throw bug
      if (away === 'silent') return new Promise(() => {})
      if (away === 'unsent' || away === 'lost') throw new UpstreamUnavailable(away)
      if (path === '/x') return `${nodes.findIndex((each) => each.script === script) + 1}`
      if (away === 'html') return '<html>'
      const { method, params } = JSON.parse(new TextDecoder().decode(body)) as {
        method: 'get_info' | 'getblockheaderbyheight'
        params: { height: number }
      }
      if (away === 'busy') return JSON.stringify({ result: { ...paid, status: 'BUSY' } })
      if (away === 'noheader' && method !== 'get_info')
        return JSON.stringify({ error: { code: -2, message: 'x' } })
      return JSON.stringify({ result: results(script, id)[method](params) })
    })
    return { script, node }
  })
  const events: RankingEvent[] = []
  const ranked = rankedNode(
    nodes.map(({ node }) => node),
    {
      now: () => time,
      timer: (ms, task) => {
        const timer = { at: time + ms, task }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
      log: (event) => events.push(event),
      report: (error) => {
        throw error
      },
      ...options,
    },
  )
  return {
    ranked,
    events,
    timers,
    pass,
    script: nodes.map(({ script }) => script),
    /** The methods that a node was asked since the last look. */
    asked: (number: number) => nodes[number - 1]!.node.asked.splice(0).map(methodOf),
    ask: async (more: Partial<UpstreamRequest> = {}) =>
      new Response((await ranked.ask({ ...request, ...more })).body).text(),
    /** State, height, agreement of each node. */
    states: () =>
      ranked
        .states()
        .map(({ state, height, agreement, isFirst }) =>
          [state, height, agreement, ...(isFirst ? ['first'] : [])].join(' '),
        ),
  }
}

function methodOf({ path, body }: UpstreamRequest): string {
  if (path !== '/json_rpc') return path
  const { method, params } = JSON.parse(new TextDecoder().decode(body)) as {
    method: string
    params: { height?: number }
  }
  return [method, params.height].join(' ').trim()
}

/** Until all promises of scripted answers have settled. */
export async function settled() {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}
