/**
 * The wallet's worker, hidden behind its host interface.
 *
 * @module
 */
import { proxy, wrap, type Remote } from 'comlink'
import type { Host, HostEvent } from '../worker/hosts/host.ts'

export type WalletHost = Remote<Host>

/** Starts the worker. It lives as long as the page. */
export function startWorker(onEvent: (event: HostEvent) => void): WalletHost {
  const worker = new Worker(new URL('../worker/hosts/browser.ts', import.meta.url), {
    type: 'module',
    name: 'wallet',
  })
  const host = wrap<Host>(worker)
  void host.subscribe(proxy(onEvent))
  return host
}
