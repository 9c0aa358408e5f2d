/**
 * The daemon of a wallet that is kept offline, whichever address it was told.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp wallet2::set_offline
 */
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { daemonCalls } from '#protocol/upstream.ts'
import type { Daemon } from '../engine/base/ports.ts'

/** Refuses every question; nothing leaves the machine. */
export const offlineDaemon = (): Daemon => ({
  ...daemonCalls(refuse, refuse),
  isOffline: true,
  close() {},
})

async function refuse(): Promise<never> {
  throw new ConnectionError('the wallet is kept offline')
}
