/**
 * `nightjar-node --light`: the light node as a part of the program.
 *
 * @module
 */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Hono, MiddlewareHandler } from 'hono'
import { version } from '../../package.json'
import { cachedBackend } from '../../proxy/cache/cached-backend.ts'
import type { DaemonBackend } from '../../proxy/daemon-backend.ts'
import { chunkLog } from '../../proxy/feed/chunk-log.ts'
import { isOfNode } from '../../proxy/feed/feed-errors.ts'
import { LightNode } from '../../proxy/feed/light-node.ts'
import type { OpenFeed } from '../../proxy/feed/open-feed.ts'
import { eventLog, type EventLog, type Level } from '../../proxy/metrics/event-log.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import type { UpstreamNode } from '../../proxy/upstream/node.ts'
import { rankedNode } from '../../proxy/upstream/ranking.ts'
import { report } from '../process/program.ts'
import { feedFolder } from './feed-folder.ts'
import { feedPorts } from './feed-ports.ts'
import { LightMetrics } from './light-metrics.ts'
import { openFeed, type FeedTask } from './open-feed.ts'

/** Between two looks at the node. All clients are served from one. */
const lookMs = 1000
/** After a failure to add chunks, and between attempts to reach the node at the start. */
const retryMs = 5000

/** Bytes of answers that are kept. */
const mostBytes = 64 * 1024 * 1024

export type LightOptions = {
  /** Folder of the program's data; the feed is in `feed` below. */
  dataDir: string
  nodes: readonly UpstreamNode[]
  fromHeight?: number | undefined
  /** URL of the program's file. */
  program: string
  stopped: Promise<void>
}

export type RunningLight = {
  /** Answers of the nodes, kept for as long as they stay true. */
  backend: DaemonBackend
  /** Belongs before all routes. */
  requests: MiddlewareHandler
  /** For a port. @param restricted - Whether the port is for the public. */
  routes: (restricted: boolean) => Hono[]
  close: () => Promise<void>
}

/**
 * Opens the feed, and keeps it up with the nodes.
 *
 * @returns Undefined if the program was stopped before a node answered.
 * @throws ProgramError if the folder has another feed.
 */
export async function runLight(options: LightOptions): Promise<RunningLight | undefined> {
  const { dataDir, nodes, fromHeight, program, stopped } = options
  const folder = join(dataDir, 'feed')
  const log = eventLog(writeLine, () => Date.now())
  const stop = new AbortController()
  const { signal } = stop
  void stopped.then(() => stop.abort())
  const metrics = new LightMetrics()
  const node = rankedNode(metrics.nodes(nodes), { now: () => performance.now(), log, report })
  const { close: closePorts, ...ports } = await feedPorts(program)
  const chunks = chunkLog(log, () => performance.now())
  const task: FeedTask = {
    folder,
    node,
    signal,
    report: chunks.report,
    ...(fromHeight !== undefined && { fromHeight }),
    ...ports,
  }
  const opened = await openWhenAway(task, log)
  if (!opened) return void (await closePorts())
  const keccak = (data: Uint8Array) => ports.crypto.keccak256(data)
  const lightPorts = { node, signal, keccak, log, report, nowMs: () => Date.now() }
  const light = new LightNode(lightPorts, { ...opened, files: feedFolder(folder) })
  await light.look()
  const { network, height } = light.facts
  log({ event: 'start', version, network, height, nodes: nodes.length })
  const state = {
    tip: () => light.tip?.id,
    topHeight: () => light.tip && light.tip.height - 1n,
    pool: () => light.poolState,
  }
  const backend = cachedBackend(upstreamBackend(node, { fillHashes: true }), {
    state,
    mostBytes,
    now: () => performance.now(),
  })
  chunks.onReorganisation = backend.reset
  const following = follow(light, signal, chunks.begin)
  const own = metrics.routes({ light, states: node.states, cache: backend.counters })
  return {
    backend: metrics.backend(backend),
    requests: metrics.requests(),
    routes: (restricted) => [...own(restricted), light.routes()],
    async close() {
      stop.abort()
      light.close()
      await following
      await closePorts()
      // Ends the probes of the nodes.
      await node.close()
      log({ event: 'stop', cause: 'signal', seconds: Math.round(process.uptime()) })
    },
  }
}

const writeLine = (line: string, level: Level) =>
  level === 'info' ? console.log(line) : console.error(line)

/** Waits until the node answers. */
async function openWhenAway(task: FeedTask, log: EventLog): Promise<OpenFeed | undefined> {
  for (let isFirst = true; !task.signal.aborted; isFirst = false)
    try {
      return await openFeed(task)
    } catch (error) {
      if (task.signal.aborted) return undefined
      if (!isOfNode(error)) throw error
      if (isFirst) log({ event: 'upstream_lost' })
      await pause(retryMs, task.signal)
    }
  return undefined
}

/** Looks and adds chunks until the signal, both at the same time: a long chain takes hours to add. */
async function follow(light: LightNode, signal: AbortSignal, begin: () => void) {
  let adding: Promise<void> | undefined
  while (!signal.aborted) {
    const isDue = await light.look()
    if (isDue && !adding) {
      begin()
      adding = light
        .catchUp()
        .then(() => pause(retryMs, signal))
        .finally(() => (adding = undefined))
    }
    await pause(lookMs, signal)
  }
  await adding
}

/** Resolves after a time, or with the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)
