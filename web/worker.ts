/**
 * Starts the wallet's worker, which the page uses through its host interface, and the scan workers.
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

/** The running scan workers. */
const scanners = new Set<Worker>()

/** Starts a scan worker that receives jobs through `port`. Resolves when it ends, rejects when it fails. */
function startScanner(port: MessagePort): Promise<void> {
  const scanner = new Worker(new URL('../worker/hosts/scan-worker.ts', import.meta.url), {
    type: 'module',
    name: 'scanner',
  })
  scanners.add(scanner)
  scanner.postMessage(port, [port])
  return new Promise<void>((resolve, reject) => {
    // Its only message here reports its end.
    scanner.onmessage = () => resolve()
    scanner.onerror = (event) => {
      event.preventDefault()
      scanner.terminate()
      reject(new Error('scan worker failed'))
    }
  }).finally(() => scanners.delete(scanner))
}
