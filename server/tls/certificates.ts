/**
 * TLS certificates: the own certificate, and the check of the peer's.
 *
 * @module
 * @see monero contrib/epee/src/net_ssl.cpp create_context, configure, has_fingerprint
 */
import { errorCode } from '../process/error-code.ts'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  createSecureContext,
  type DetailedPeerCertificate,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls'
import type { Tls } from '#protocol/network/tls.ts'
import { ProgramError } from '../process/program-error.ts'

/** Settings of all TLS connections, incoming and outgoing. */
export const tlsBasics: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  // The ciphers of TLS 1.3 first, then monero's for TLS 1.2.
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
}

/** A private key and its certificate, in PEM. */
export type Certificate = { key: string; cert: string }

/**
 * The certificate of the flags; undefined without one.
 *
 * @throws Failure when one of the two files is missing, or they are not a key and its certificate.
 */
export function namedCertificate({ keyFile, certificateFile }: Tls): Certificate | undefined {
  if (keyFile === '' && certificateFile === '') return undefined
  if (keyFile === '' || certificateFile === '')
    throw new ProgramError('private key and certificate must be either both given or both empty')
  const named = {
    key: pemOf(keyFile, 'private key file'),
    cert: pemOf(certificateFile, 'certificate file'),
  }
  if (!isPair(named))
    throw new ProgramError(
      `'${keyFile}' and '${certificateFile}' are not a private key and its certificate`,
    )
  return named
}

/**
 * The certificates that identify peers; undefined for those that the system trusts.
 *
 * @throws Failure when the file is missing or has no certificate.
 */
export function listedCertificates({ trust, caFile }: Tls): string[] | undefined {
  if (trust === 'system' || trust === 'any') return undefined
  if (caFile === '') return []
  const listed = pemOf(caFile, 'CA file')
  if (!hasCertificates(listed)) throw new ProgramError(`Failed to load user CA file at ${caFile}`)
  return [listed]
}

function pemOf(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ProgramError(`Failed to load ${what} '${file}': ${errorCode(error)}`)
  }
}

// Node takes an empty text for a missing key or certificate.
const isPair = (pair: Certificate) =>
  pair.key !== '' && pair.cert !== '' && canDo(() => createSecureContext(pair))

const begin = '-----BEGIN CERTIFICATE-----'

/** Whether there are certificates, all of them complete. Node leaves out what it cannot read. */
function hasCertificates(pem: string): boolean {
  const [, ...all] = pem.split(begin)
  return all.length > 0 && all.every((rest) => canDo(() => new X509Certificate(begin + rest)))
}

// Messages name the file only: the library's error may contain parts of a key.
function canDo(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** Whether `tls` lists the peer's certificate, or one that signed it. */
export function isListed(socket: TLSSocket, tls: Tls): boolean {
  const certificate = socket.getPeerCertificate(true)
  // Empty when the peer sent no certificate.
  if (!('fingerprint256' in certificate)) return false
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  if (tls.fingerprints.includes(fingerprint)) return true
  if (tls.caFile === '' || !socket.authorized) return false
  return tls.trust === 'chained' || isSignedAtOnce(certificate)
}

/** Whether the certificate is the listed one, or is signed by it directly. */
function isSignedAtOnce(certificate: DetailedPeerCertificate): boolean {
  const { issuerCertificate: issuer } = certificate
  if (!issuer || issuer === certificate) return true
  return !issuer.issuerCertificate || issuer.issuerCertificate === issuer
}
