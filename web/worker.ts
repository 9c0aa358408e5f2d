/**
 * The wallet's worker, hidden behind its host interface, and the scanners' workers beside it.
 *
 * @module
 */
import { proxy, wrap, type Remote } from 'comlink'
import type { HostEvent, PageWorker } from '../worker/hosts/host.ts'

export type WalletHost = Remote<PageWorker>

/** Starts the worker. It lives as long as the page. */
export function startWorker(onEvent: (event: HostEvent) => void): WalletHost {
  const worker = new Worker(new URL('../worker/hosts/browser.ts', import.meta.url), {
    type: 'module',
    name: 'wallet',
  })
  const host = wrap<PageWorker>(worker)
  void host.subscribe(proxy(onEvent))
  void host.startScannersBy(proxy(startScanner))
  return host
}

/** Those that run. */
const scanners = new Set<Worker>()

/** Starts a scanner that takes orders by `port`; resolves when it ended, rejects when it broke. */
function startScanner(port: MessagePort): Promise<void> {
  const scanner = new Worker(new URL('../worker/hosts/scan-worker.ts', import.meta.url), {
    type: 'module',
    name: 'scanner',
  })
  scanners.add(scanner)
  scanner.postMessage(port, [port])
  return new Promise<void>((resolve, reject) => {
    // The only thing it says here is that it ends.
    scanner.onmessage = () => resolve()
    scanner.onerror = (event) => {
      event.preventDefault()
      scanner.terminate()
      reject(new Error('a scanner broke'))
    }
  }).finally(() => scanners.delete(scanner))
}
