/**
 * Starts the wallet's worker, which the page uses through its host interface, and the workers that help it.
 *
 * @module
 */
import { proxy, wrap, type Remote } from 'comlink'
import type { HostEvent, PageWorker, ThreadKind } from '../worker/hosts/host.ts'

export type WalletHost = Remote<PageWorker>

/** Starts the worker. It lives as long as the page. */
export function startWorker(onEvent: (event: HostEvent) => void): WalletHost {
  const worker = new Worker(new URL('../worker/hosts/browser.ts', import.meta.url), {
    type: 'module',
    name: 'wallet',
  })
  const host = wrap<PageWorker>(worker)
  void host.subscribe(proxy(onEvent))
  void host.startThreadsBy(proxy(startThread))
  return host
}

/** The running workers. */
const threads = new Set<Worker>()

/** Starts a worker that receives its tasks through `port`. Resolves when it ends, rejects when it fails. */
async function startThread(kind: ThreadKind, port: MessagePort): Promise<void> {
  const thread = await starters[kind]()
  threads.add(thread)
  thread.postMessage(port, [port])
  return new Promise<void>((resolve, reject) => {
    // Its only message here reports its end.
    thread.onmessage = () => resolve()
    thread.onerror = (event) => {
      event.preventDefault()
      thread.terminate()
      reject(new Error(`${kind} failed`))
    }
  }).finally(() => threads.delete(thread))
}

const starters: Record<ThreadKind, () => Worker | Promise<Worker>> = {
  scanner: () =>
    new Worker(new URL('../worker/hosts/scan-worker.ts', import.meta.url), {
      type: 'module',
      name: 'scanner',
    }),
  stretcher: () =>
    new Worker(new URL('../worker/hosts/stretch-worker.ts', import.meta.url), {
      type: 'module',
      name: 'stretcher',
    }),
  hasher: async () => (await import('./start-hasher.ts')).startHasher(),
}
