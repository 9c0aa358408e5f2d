/**
 * A private chain of one's own in a Durable Object: the node behind the Worker where none is named.
 *
 * The Worker decides who may ask and asks the object as it would ask a monerod; nothing else reaches it.
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
import { restrictedOf, type Settings } from './settings.ts'

/** What is used of a binding to objects of one class. */
export type Chains = {
  idFromName: (name: string) => unknown
  get: (id: unknown) => { fetch: (url: string, init: RequestInit) => Promise<Response> }
}

/** What is used of an object's `ctx`. */
type ObjectState = {
  storage: DurableStorage
  /** Ends the object; the next request starts it anew on the same storage. */
  abort: (reason: string) => void
}

/** The one object of the chain, as a node to ask. */
export function chainNode(chains: Chains): UpstreamNode {
  // Asked for anew each time: one that has ended leaves its old handle broken.
  const object = () => chains.get(chains.idFromName('chain'))
  // A URL needs a host; the object answers whatever it is called.
  return fetchNode('http://chain', answerMs, (url, init) => object().fetch(url, init))
}

/** As long as another node may take. */
const answerMs = 300_000

/** The chain, kept in the object's SQLite. Requests are the Worker's, checked by it. */
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

/** What the platform lets one object keep, in bytes. */
const mostStored = 10_000_000_000

/** So that blocks, their answer and its copy stand beside each other in the 128 MB of an object. */
const mostBlockBytes = 8_000_000

/** For the answer to leave before its object ends. */
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
    // The platform ends and starts the object as it likes: that is no start of the operator's.
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
      // The platform holds them, and tells nobody.
      connections: () => 0n,
      mostBlockBytes,
    },
    stop: () => void setTimeout(() => state.abort('The node was stopped'), stopMs),
  })
  return backend
}

/** At most 65 536 bytes at once, far beyond what a node asks for. */
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const clock = { now: () => BigInt(Math.floor(Date.now() / 1000)) }

const report = (error: unknown) => console.error('bug:', error)

const minerPorts = {
  // Nothing tells how busy the machine is.
  isIdle: () => false,
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  log: (message: string) => console.log(message),
  report,
}
