/**
 * How a connection is encrypted, and who may be at its other end.
 *
 * What is asked for only: certificates and sockets are the programs' (`programs/`).
 *
 * @module
 * @see monero contrib/epee/include/net/net_ssl.h ssl_options_t
 */
import { isHex } from '../hex.ts'

const modes = ['disabled', 'enabled', 'autodetect'] as const

/** `autodetect`: encrypted where the other end knows how. */
export type TlsMode = (typeof modes)[number]

export const tlsModeOf = (text: string): TlsMode | undefined => modes.find((mode) => mode === text)

export type Tls = {
  mode: TlsMode
  /**
   * Whose certificate is taken. `any`: everyone's. `system`: what this machine trusts, by the name that
   * was asked for. `listed`: one of `fingerprints`, or of `caFile`, or that one of those has signed.
   * `chained`: the same, and with others in between.
   */
  trust: 'any' | 'system' | 'listed' | 'chained'
  /** SHA-256 of certificates (DER), 64 lower-case hex digits. */
  fingerprints: readonly string[]
  /** PEM file of certificates; empty for none. */
  caFile: string
  /** PEM files of our own private key and certificate; empty for none. */
  keyFile: string
  certificateFile: string
}

/** What flags and `set_daemon` say; everything may be left out. */
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
 * A wish made complete. Who lists certificates wants encryption: that is the mode then, where none is given.
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

/** What is wrong with a certificate's fingerprint, if anything is. */
export function fingerprintError(text: string): 'hex' | 'length' | undefined {
  if (!isHex(text)) return 'hex'
  return text.length === 64 ? undefined : 'length'
}

/**
 * Whether the other end is known to be the one that is meant. The addresses of Tor and I2P are keys
 * themselves.
 *
 * @see monero contrib/epee/src/net_ssl.cpp has_strong_verification
 */
export const knowsPeer = ({ trust }: Tls, host = ''): boolean =>
  trust === 'listed' || trust === 'chained' || /\.(onion|i2p)$/i.test(host)

/** A URL of https is reached by TLS alone, where the mode is left to us. */
export const tlsTo = (address: string, tls: Tls): Tls =>
  /^https:/i.test(address) && tls.mode === 'autodetect' ? { ...tls, mode: 'enabled' } : tls
