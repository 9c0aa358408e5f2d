/**
 * A private chain in a Durable Object: the node behind the Worker if no upstream is configured.
 *
 * The Worker checks access and calls the object like a monerod. Nothing else can reach the object.
 *
 * @module
 */
import type { Hono } from 'hono'
import { seedEpochOf } from '#protocol/rules/seed-height.ts'
import { startCrypto } from '#wasm/index.ts'
import { version } from '../../package.json'
import nightjar from '../../wasm/build/nightjar.wasm'
import { bootstrapDaemon } from '../node/bootstrap/daemon.ts'
import { ChainMiner } from '../node/miner/chain-miner.ts'
import { openNode } from '../node/own-node.ts'
import { edgeNonceSearcher, edgePow } from '../pow/edge.ts'
import { errorReply } from '../replies.ts'
import { daemonRoutes } from '../routes.ts'
import type { DaemonBackend } from '../daemon-backend.ts'
import { durableObjectDriver, type DurableStorage } from '../stores/durable-object.ts'
import { StoreError } from '../stores/schema.ts'
import { fetchNode } from '../upstream/fetch.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { bootstrapNode } from './bootstrap-node.ts'
import { onlyObject, type DurableObjects } from './durable-objects.ts'
import { restrictedOf, type Settings } from './settings.ts'

/** The part of an object's `ctx` that is used. */
type ObjectState = {
  storage: DurableStorage
  /** Ends the object; the next request starts it again on the same storage. */
  abort: (reason: string) => void
}

/** The object of the chain, as an upstream node. */
export function chainNode(chains: DurableObjects): UpstreamNode {
  return fetchNode('http://chain', answerMs, onlyObject(chains, 'chain'))
}

/** The timeout of any other node. */
const answerMs = 300_000

/** The chain, stored in the object's SQLite. The Worker has checked all requests. */
export class ChainObject {
  readonly #state: ObjectState
  readonly #settings: Settings
  #routes: Hono | undefined

  constructor(state: ObjectState, settings: Settings) {
    this.#state = state
    this.#settings = settings
  }

  async fetch(request: Request): Promise<Response> {
    try {
      this.#routes ??= routesOf(
        openChain(this.#state, this.#settings),
        restrictedOf(this.#settings),
      )
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      console.error(error.message)
      return errorReply(500, error.message)
    }
    return this.#routes.fetch(request)
  }
}

function routesOf(backend: DaemonBackend, restricted: boolean): Hono {
  const routes = daemonRoutes(backend, restricted)
  routes.onError((error) => {
    report(error)
    return errorReply(500, 'Internal error')
  })
  return routes
}

/** Storage limit of one object, in bytes. */
const mostStored = 10_000_000_000

/** Leaves room for blocks, the answer and its copy in the 128 MB of an object. */
const mostBlockBytes = 8_000_000

/** Time for the answer to be sent before the object ends. */
const stopMs = 1000

/** @throws StoreError for a store of a newer schema, or a damaged one. */
function openChain(state: ObjectState, settings: Settings): DaemonBackend {
  const driver = durableObjectDriver(state.storage)
  const { backend } = openNode({
    driver,
    random,
    clock,
    seedEpoch: seedEpochOf(settings),
    pow: edgePow,
    crypto: startCrypto(nightjar, random),
    // The platform restarts the object at any time, so alternative blocks must outlast a start.
    options: { network: 'fakechain', fixedDifficulty: 1n, keepAlternatives: true },
    miner: ({ chain, templates }) =>
      new ChainMiner({ chain, templates, random, searcher: edgeNonceSearcher, ...minerPorts }),
    bootstrap: bootstrapDaemon({
      connect: bootstrapNode({ direct: (origin) => fetchNode(origin), random }),
      clock,
    }),
    host: {
      version,
      freeSpace: () => BigInt(Math.max(0, mostStored - driver.size())),
      // The platform holds the connections and does not report them.
      connections: () => 0n,
      mostBlockBytes,
    },
    stop: () => void setTimeout(() => state.abort('The node was stopped'), stopMs),
  })
  return backend
}

/** The platform gives at most 65 536 bytes at once. A node needs far less. */
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const clock = { now: () => BigInt(Math.floor(Date.now() / 1000)) }

const report = (error: unknown) => console.error('bug:', error)

const minerPorts = {
  // The platform does not report how busy the machine is.
  isIdle: () => false,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  log: (message: string) => console.log(message),
  report,
}
