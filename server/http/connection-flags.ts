/**
 * Flags of monero's programs: how many connections are served at once.
 *
 * @module
 * @see monero src/cryptonote_config.h DEFAULT_RPC_MAX_CONNECTIONS
 */
import { UsageError } from '#protocol/settings.ts'
import { numberOf, type Flags, type Given } from '../flags/flags.ts'
import type { ConnectionCaps } from './connection-counts.ts'

/** The defaults of monerod and monero-wallet-rpc. */
export const referenceCaps: ConnectionCaps = { total: 100, perPrivateIp: 25, perPublicIp: 3 }

/** The defaults of a light node: each wallet listens to events on a connection of its own, often through a proxy. */
export const lightCaps: ConnectionCaps = { total: 10_000, perPrivateIp: 10_000, perPublicIp: 20 }

/** The flags of a program with these defaults, and others with `--light`. */
export const connectionFlagsFor = (caps: ConnectionCaps, light?: ConnectionCaps) => {
  const defaultOf = (name: keyof ConnectionCaps) =>
    `default ${caps[name]}${light ? `, with --light ${light[name]}` : ''}`
  return {
    'rpc-max-connections': {
      takes: 'N',
      help: `Connections of all clients at once; ${defaultOf('total')}`,
    },
    'rpc-max-connections-per-private-ip': {
      takes: 'N',
      help: `Connections of one private or loopback address at once; ${defaultOf('perPrivateIp')}`,
    },
    'rpc-max-connections-per-public-ip': {
      takes: 'N',
      help: `Connections of any other address at once; ${defaultOf('perPublicIp')}`,
    },
  } as const satisfies Flags
}

type ConnectionFlags = Given<ReturnType<typeof connectionFlagsFor>>

/** @throws {UsageError} When one address may have more connections than all together. */
export function connectionCapsOf(
  given: ConnectionFlags,
  otherwise: ConnectionCaps = referenceCaps,
): ConnectionCaps {
  const read = (flag: keyof ConnectionFlags, missing: number) =>
    numberOf(flag, given[flag] ?? `${missing}`, Number.MAX_SAFE_INTEGER)
  const total = read('rpc-max-connections', otherwise.total)
  const perAddress = (flag: keyof ConnectionFlags, missing: number) => {
    const most = read(flag, missing)
    if (most > total) throw new UsageError(`--${flag} is bigger than --rpc-max-connections`)
    return most
  }
  return {
    total,
    perPublicIp: perAddress('rpc-max-connections-per-public-ip', otherwise.perPublicIp),
    perPrivateIp: perAddress('rpc-max-connections-per-private-ip', otherwise.perPrivateIp),
  }
}
