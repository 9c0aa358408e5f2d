/**
 * The daemon of an offline wallet, for any address.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp wallet2::set_offline
 */
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { daemonCalls } from '#protocol/upstream.ts'
import type { Daemon } from '../engine/base/ports.ts'

/** Refuses every call; no data leaves the machine. */
export const offlineDaemon = (): Daemon => ({
  ...daemonCalls(refuse, refuse),
  isOffline: true,
  close() {},
})

async function refuse(): Promise<never> {
  throw new ConnectionError('the wallet is kept offline')
}
