/**
 * Flags of monero's programs: the encryption of the RPC port.
 *
 * @module
 * @see monero src/rpc/rpc_args.cpp
 */
import { listOf, UsageError } from '#protocol/settings.ts'
import type { Flags, Given } from '../flags/flags.ts'
import {
  fingerprintError,
  tlsModeOf,
  tlsOf,
  type Tls,
  type TlsMode,
} from '#protocol/network/tls.ts'

export const rpcSslFlags = {
  'rpc-ssl': { takes: 'MODE', help: 'enabled, disabled, or autodetect (TLS and plain HTTP)' },
  'rpc-ssl-private-key': { takes: 'FILE', mayBeEmpty: true, help: 'Private key, PEM' },
  'rpc-ssl-certificate': {
    takes: 'FILE',
    mayBeEmpty: true,
    help: 'Certificate of that key, PEM; generated when missing',
  },
  'rpc-ssl-ca-certificates': {
    takes: 'FILE',
    mayBeEmpty: true,
    help: 'Certificates that clients must have, or be signed by, PEM',
  },
  'rpc-ssl-allowed-fingerprints': {
    takes: 'HEX',
    mayRepeat: true,
    help: 'SHA-256 of a client certificate that is accepted; may be repeated',
  },
  'rpc-ssl-allow-chained': { help: 'Accept client certificates with intermediate issuers too' },
} as const satisfies Flags

/**
 * The encryption of the port. Listed client certificates enable it, regardless of `--rpc-ssl`.
 *
 * @param anyCertificate - Accepts every client, in spite of listed certificates: `--rpc-ssl-allow-any-cert`.
 * @throws {UsageError} Names the wrong flag.
 * @see monero src/rpc/rpc_args.cpp do_process_ssl
 */
export function rpcTlsOf(given: Given<typeof rpcSslFlags>, anyCertificate = false): Tls {
  const mode = modeOf('rpc-ssl', given['rpc-ssl'])
  const tls = tlsOf({
    anyCertificate,
    fingerprints: fingerprintsOf(given['rpc-ssl-allowed-fingerprints']),
    caFile: given['rpc-ssl-ca-certificates'],
    chained: given['rpc-ssl-allow-chained'],
    keyFile: given['rpc-ssl-private-key'],
    certificateFile: given['rpc-ssl-certificate'],
  })
  const listsNone = tls.trust === 'system' || tls.trust === 'any'
  return listsNone && mode !== undefined ? { ...tls, mode } : tls
}

/** @throws {UsageError} */
export function modeOf(flag: string, value: string | undefined): TlsMode | undefined {
  const mode = value === undefined ? undefined : tlsModeOf(value)
  if (value !== undefined && !mode) throw new UsageError(`Invalid argument for ${flag}`)
  return mode
}

/** @throws {UsageError} */
export function fingerprintsOf(value: string | undefined): string[] {
  const fingerprints = listOf(value)
  if (fingerprints.some(fingerprintError))
    throw new UsageError('SHA-256 fingerprint should be 32 bytes long.')
  return fingerprints
}
