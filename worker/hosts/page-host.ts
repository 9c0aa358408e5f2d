/**
 * A service as the page uses it: its calls and its events.
 *
 * @module
 */
import { allowedThreads } from '../adapters/scan-threads.ts'
import type { WalletEvent } from '../engine/base/events.ts'
import type { Service } from '../engine/service.ts'
import type { Wallet } from '../engine/wallet.ts'
import { dispatcher } from '../rpc/dispatcher.ts'
import { Page } from '../rpc/page/page.ts'
import * as startMethods from '../rpc/start-methods.ts'
import type { Host, HostEvent } from './host.ts'
import { RemainingTime } from './remaining-time.ts'
import { inSlices } from './slices.ts'

const call = dispatcher(startMethods, () => import('../rpc/all-methods.ts'))

export function pageHost(service: Service): Host {
  const listeners = new Set<(event: HostEvent) => void>()
  const tell = (event: HostEvent) => listeners.forEach((listener) => listener(event))
  const { scanThreads } = service.ports
  const perCore = scanThreads?.count ?? 1
  const page = new Page(service, (count) => {
    if (scanThreads) scanThreads.count = allowedThreads(count ?? perCore)
  })

  let unsubscribe = () => {}
  service.watch((wallet, lost) => {
    unsubscribe()
    unsubscribe = wallet?.events.subscribe(translator(wallet, tell)) ?? (() => {})
    tell({ kind: 'wallet', open: wallet?.name, ...(lost && { lost: lost.message }) })
  })

  const callOne: Host['call'] = (name, params) => call({ service, page }, name, params)
  return {
    call: callOne,
    ...inSlices(callOne),
    subscribe: (listener) => void listeners.add(listener),
  }
}

/** From the engine's events to the page's; an event that the page does not show is dropped. */
function translator(wallet: Wallet, tell: (event: HostEvent) => void) {
  const remaining = new RemainingTime()
  return (event: WalletEvent) => {
    if (event.name === 'progress') {
      const { height, target, topTime, transactionsPerSecond, downloadedBytes, checking } = event
      const nowMs = wallet.ports.clock.monotonicMs()
      const remainingSeconds = remaining.estimate(nowMs, height, target)
      const pace = { remainingSeconds, transactionsPerSecond, downloadedBytes }
      tell({ kind: 'progress', height, target, topTime, ...pace, ...(checking && { checking }) })
    } else if (event.name === 'changed') tell({ kind: 'changed', what: event.what })
    // Warnings are part of the overview, as the balance is.
    else if (event.name === 'warning') tell({ kind: 'changed', what: 'balance' })
    else if (event.name === 'comparison') {
      const { name: _, ...result } = event
      tell({ kind: 'comparison', ...result })
    } else if (event.name === 'connection') {
      const { online, problem } = event
      tell({ kind: 'connection', online, ...(problem && { problem }) })
    }
  }
}
