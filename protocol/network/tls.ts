/**
 * TLS settings of a connection: encryption, and accepted peers.
 *
 * Settings only: certificates and sockets are in `server/tls` and `server/outgoing`.
 *
 * @module
 * @see monero contrib/epee/include/net/net_ssl.h ssl_options_t
 */
import { isHex } from '../hex.ts'

const modes = ['disabled', 'enabled', 'autodetect'] as const

/** `autodetect`: TLS if the peer supports it. */
export type TlsMode = (typeof modes)[number]

export const tlsModeOf = (text: string): TlsMode | undefined => modes.find((mode) => mode === text)

export type Tls = {
  mode: TlsMode
  /**
   * Accepted certificates. `any`: all. `system`: those that this machine trusts, valid for the host name.
   * `listed`: a certificate in `fingerprints` or `caFile`, or one that a certificate in `caFile` signed.
   * `chained`: the same, also with intermediate issuers.
   */
  trust: 'any' | 'system' | 'listed' | 'chained'
  /** SHA-256 of certificates (DER), 64 lower-case hex digits. */
  fingerprints: readonly string[]
  /** PEM file of certificates; empty for none. */
  caFile: string
  /** PEM files of the own private key and certificate; empty for none. */
  keyFile: string
  certificateFile: string
}

/** Settings from flags or `set_daemon`; all are optional. */
export type TlsWish = {
  mode?: TlsMode | undefined
  anyCertificate?: boolean | undefined
  fingerprints?: readonly string[] | undefined
  caFile?: string | undefined
  chained?: boolean | undefined
  keyFile?: string | undefined
  certificateFile?: string | undefined
}

/**
 * Complete settings. If certificates are listed without a mode, the mode is `enabled`.
 *
 * @see monero src/rpc/rpc_args.cpp do_process_ssl, src/wallet/wallet2.cpp make_basic
 */
export function tlsOf(wish: TlsWish): Tls {
  const { anyCertificate = false, fingerprints = [], caFile = '', chained = false } = wish
  const { keyFile = '', certificateFile = '' } = wish
  const lists = fingerprints.length > 0 || caFile !== ''
  const own = { keyFile, certificateFile }
  if (anyCertificate || !lists) {
    const trust = anyCertificate ? 'any' : 'system'
    return { mode: wish.mode ?? 'autodetect', trust, fingerprints: [], caFile: '', ...own }
  }
  return {
    mode: wish.mode ?? 'enabled',
    trust: chained ? 'chained' : 'listed',
    fingerprints: fingerprints.map((text) => text.toLowerCase()),
    caFile,
    ...own,
  }
}

/** The error of a certificate fingerprint, if any. */
export function fingerprintError(text: string): 'hex' | 'length' | undefined {
  if (!isHex(text)) return 'hex'
  return text.length === 64 ? undefined : 'length'
}

/**
 * Whether the settings verify the identity of the peer. Addresses of Tor and I2P contain the key of the
 * peer, so they count as verified.
 *
 * @see monero contrib/epee/src/net_ssl.cpp has_strong_verification
 */
export const knowsPeer = ({ trust }: Tls, host = ''): boolean =>
  trust === 'listed' || trust === 'chained' || /\.(onion|i2p)$/i.test(host)

/** Changes `autodetect` to `enabled` for an https URL. */
export const tlsTo = (address: string, tls: Tls): Tls =>
  /^https:/i.test(address) && tls.mode === 'autodetect' ? { ...tls, mode: 'enabled' } : tls
