/**
 * The wallet's Web Worker: the engine over IndexedDB, `fetch` and WebAssembly, shown to the page.
 *
 * @module
 */
import { expose } from 'comlink'
import { scanningCrypto } from '../adapters/crypto.ts'
import { connectDaemon, proxiedUrl } from '../adapters/daemon.ts'
import { indexedDbFiles } from '../adapters/indexeddb.ts'
import { systemClock, systemRandom } from '../adapters/platform.ts'
import { webThreads } from '../adapters/scan-threads.ts'
import { defaultStretchCost, stretchPassword } from '../adapters/stretch.ts'
import type { Ports } from '../engine/ports.ts'
import { Service } from '../engine/service.ts'
import { defaultPeriod } from '../engine/sync/auto-refresh.ts'
import { readModule } from './browser-module.ts'
import { pageHost } from './page-host.ts'
import type { Host } from './host.ts'

/** The proxy that the page came from. */
const ownProxy = { address: '', trusted: false }

async function start(): Promise<Host> {
  const ports: Ports = {
    crypto: await scanningCrypto(readModule, systemRandom),
    random: systemRandom,
    clock: systemClock,
    files: indexedDbFiles(),
    stretchPassword,
    stretchCost: defaultStretchCost,
    connect: (target) => connectDaemon(target, { base: proxiedUrl }),
    log: (level, message) => console[level === 'warning' ? 'warn' : level](message),
    scanThreads: webThreads(startScanner),
  }
  return pageHost(new Service({ ports, daemon: ownProxy, autoRefresh: defaultPeriod }))
}

const startScanner = () =>
  new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })

// Calls that arrive while the engine starts wait for it.
const started = start()
const later =
  <Name extends keyof Host>(name: Name) =>
  async (...params: Parameters<Host[Name]>) => {
    const host = await started
    return (host[name] as (...all: Parameters<Host[Name]>) => ReturnType<Host[Name]>)(...params)
  }

expose({
  call: later('call'),
  document: later('document'),
  state: later('state'),
  subscribe: later('subscribe'),
  heightAt: later('heightAt'),
  scanWith: later('scanWith'),
  review: later('review'),
  send: later('send'),
  discard: later('discard'),
})
