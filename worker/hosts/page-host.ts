/**
 * What the page asks of the wallet, answered by a service: calls, state, events, reviews.
 *
 * @module
 */
import { allowedThreads } from '../adapters/scan-threads.ts'
import type { WalletEvent } from '../engine/base/events.ts'
import type { Service } from '../engine/service.ts'
import type { Wallet } from '../engine/wallet.ts'
import { dispatch } from '../rpc/dispatch.ts'
import { walletDocument } from '../rpc/document.ts'
import { groupView, handedOn } from './group-view.ts'
import type { Host, HostEvent, HostState } from './host.ts'
import { RemainingTime } from './remaining-time.ts'
import { Reviews } from './reviews.ts'

export function pageHost(service: Service): Host {
  const listeners = new Set<(event: HostEvent) => void>()
  const tell = (event: HostEvent) => listeners.forEach((listener) => listener(event))
  const reviews = new Reviews(service)
  const { scanThreads } = service.ports
  const oneACore = scanThreads?.count ?? 1

  let unsubscribe = () => {}
  service.watch((wallet) => {
    unsubscribe()
    unsubscribe = wallet?.events.subscribe(translator(wallet, tell)) ?? (() => {})
    tell({ kind: 'wallet', open: wallet?.name })
  })

  return {
    call: (name, params) => dispatch(service, name, params),
    document: walletDocument,
    state: () => stateOf(service),
    subscribe: (listener) => void listeners.add(listener),
    heightAt: (seconds) => service.heightBefore(seconds),
    scanWith(count) {
      if (scanThreads) scanThreads.count = allowedThreads(count ?? oneACore)
    },
    review: (method, params) => reviews.review(method, params),
    send: (id) => reviews.send(id),
    discard: (id) => reviews.discard(id),
    group: () => service.wallet && groupView(service.wallet),
    handedOn: async (text) => service.wallet && handedOn(service.wallet, text),
  }
}

async function stateOf(service: Service): Promise<HostState> {
  const { wallet } = service
  return {
    wallets: await service.ports.files.list(),
    open: wallet?.name,
    network: wallet?.network ?? (await service.daemonNetwork()),
    viewOnly: wallet !== undefined && (wallet.viewOnly || wallet.background === 'wallet'),
    crypto: service.ports.crypto.kind,
    scanKernel: service.ports.crypto.scanKernel,
    scanThreads: service.ports.scanThreads?.count,
  }
}

/** From the engine's events to the page's; an event that the page does not show is dropped. */
function translator(wallet: Wallet, tell: (event: HostEvent) => void) {
  const remaining = new RemainingTime()
  return (event: WalletEvent) => {
    if (event.name === 'progress') {
      const { height, target, transactionsPerSecond } = event
      const nowMs = wallet.ports.clock.monotonicMs()
      const remainingSeconds = remaining.estimate(nowMs, height, target)
      tell({ kind: 'progress', height, target, remainingSeconds, transactionsPerSecond })
    } else if (event.name === 'changed') tell({ kind: 'changed', what: event.what })
    else if (event.name === 'connection') {
      const { online, problem } = event
      tell({ kind: 'connection', online, ...(problem && { problem }) })
    }
  }
}
