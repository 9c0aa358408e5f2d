/**
 * How messages and records name a daemon.
 *
 * @module
 */
import type { DaemonAddress } from './ports.ts'

/** The address as configured, without a login; empty for the server that a page came from. */
export const daemonName = ({ address }: Pick<DaemonAddress, 'address'>): string =>
  address.replace(/^([a-z]+:\/\/)?[^/]*@/i, '$1')

/** The daemon in a sentence. @param name - A {@link daemonName}. */
export const namedDaemon = (name: string): string => (name === '' ? 'the daemon' : `daemon ${name}`)
