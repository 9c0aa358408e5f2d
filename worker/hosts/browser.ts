/**
 * The wallet's Web Worker: the engine over IndexedDB, `fetch` and WebAssembly, shown to the page.
 *
 * @module
 */
import { expose, transfer } from 'comlink'
import { scanningCrypto } from '../adapters/crypto.ts'
import { feedServer } from '../adapters/feed-server.ts'
import { indexedDbFiles } from '../adapters/indexeddb.ts'
import { textLookup } from '../adapters/name-lookup.ts'
import { connectThroughProxy } from '../adapters/page-daemon.ts'
import { pinnedBlocks } from '../adapters/pinned-history.ts'
import { systemClock, systemRandom, systemSha256 } from '../adapters/platform.ts'
import { webThreads, type StartThread } from '../adapters/scan-threads.ts'
import { defaultStretchCost, threadedStretch } from '../adapters/stretch.ts'
import { webTask } from '../adapters/task-thread.ts'
import { LogCategories } from '#protocol/log-categories.ts'
import { isLogged } from '../engine/base/log-filter.ts'
import type { Ports } from '../engine/base/ports.ts'
import { Service } from '../engine/service.ts'
import { defaultPeriod } from '../engine/sync/auto-refresh.ts'
import { readModule } from './browser-module.ts'
import { pageHost } from './page-host.ts'
import { pageHasher } from './page-hasher.ts'
import type { Host, PageWorker, StartPageThread, ThreadKind } from './host.ts'

/** The proxy that serves the page. */
const ownProxy = { address: '', trusted: false }

async function start(): Promise<Host> {
  const logCategories = new LogCategories(1)
  const log: Ports['log'] = (level, message) => {
    if (isLogged(logCategories, level)) console[level === 'warning' ? 'warn' : level](message)
  }
  const crypto = await scanningCrypto(readModule, systemRandom)
  const ports: Ports = {
    crypto,
    random: systemRandom,
    sha256: systemSha256,
    clock: systemClock,
    files: indexedDbFiles(),
    stretchPassword: threadedStretch(() => webTask(starterOf('stretcher'))),
    stretchCost: defaultStretchCost,
    kdfRounds: 1,
    connect: connectThroughProxy,
    // The proxy answers where its operator has named a resolver.
    lookUpText: textLookup('/dns-query'),
    pinnedBlocks: pinnedBlocks(async () => (await import('./browser-groups.ts')).readGroups()),
    feedDigests: async (network) =>
      (await import('./browser-feed-digests.ts')).readFeedDigests(network),
    connectFeed: (address) => feedServer(address, location.origin),
    log,
    logCategories,
    concurrency: navigator.hardwareConcurrency,
    scanThreads: webThreads(navigator.hardwareConcurrency, starterOf('scanner')),
    workHasher: crypto.kind === 'wasm' ? pageHasher(starterOf('hasher')) : undefined,
    // Browsers have it in secure contexts only.
    feedCache:
      'caches' in globalThis
        ? async () => (await import('../adapters/feed-cache.ts')).pageFeedCache(log)
        : undefined,
  }
  return pageHost(new Service({ ports, daemon: ownProxy, autoRefresh: defaultPeriod }))
}

let startThreadsBy!: (start: StartPageThread) => void
const threadStart = new Promise<StartPageThread>((resolve) => (startThreadsBy = resolve))
const starterOf =
  (kind: ThreadKind): StartThread =>
  async (port) =>
    (await threadStart)(kind, transfer(port, [port]))

// Calls that arrive while the engine starts wait for it.
const started = start()

const worker: PageWorker = {
  call: async (name, params) => (await started).call(name, params),
  callInSlices: async (name, params) => (await started).callInSlices(name, params),
  nextSlice: async (rest) => (await started).nextSlice(rest),
  subscribe: async (listener) => (await started).subscribe(listener),
  startThreadsBy,
}
expose(worker)
