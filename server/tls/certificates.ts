/**
 * Certificates of TLS: our own, and whether that of the other end is taken.
 *
 * @module
 * @see monero contrib/epee/src/net_ssl.cpp create_context, configure, has_fingerprint
 */
import { readFileSync } from 'node:fs'
import {
  createSecureContext,
  type DetailedPeerCertificate,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls'
import type { Tls } from '#protocol/tls.ts'
import { Failure } from '../process/failure.ts'

/** What both ends of every connection are set to. */
export const tlsBasics: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  // Those of TLS 1.3 come first; the others are monero's for TLS 1.2.
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
 * The certificate that is named; undefined when none is.
 *
 * @throws Failure when one of the two files is missing, or they are no key and its certificate.
 */
export function namedCertificate({ keyFile, certificateFile }: Tls): Certificate | undefined {
  if (keyFile === '' && certificateFile === '') return undefined
  if (keyFile === '' || certificateFile === '')
    throw new Failure('private key and certificate must be either both given or both empty')
  const named = {
    key: pemOf(keyFile, 'private key file'),
    cert: pemOf(certificateFile, 'certificate file'),
  }
  requireContext(named, `'${keyFile}' and '${certificateFile}' are no private key and certificate`)
  return named
}

/**
 * The certificates by which others are known: undefined for those of this machine.
 *
 * @throws Failure when there is no such file, or it is none.
 */
export function listedCertificates({ trust, caFile }: Tls): string[] | undefined {
  if (trust === 'system' || trust === 'any') return undefined
  if (caFile === '') return []
  const listed = [pemOf(caFile, 'CA file')]
  if (!listed[0]!.includes('-----BEGIN CERTIFICATE-----'))
    throw new Failure(`Failed to load user CA file at ${caFile}`)
  requireContext({ ca: listed }, `Failed to load user CA file at ${caFile}`)
  return listed
}

function pemOf(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(`Failed to load ${what} '${file}': ${(error as NodeJS.ErrnoException).code}`)
  }
}

// What is wrong with a key is not repeated: only which file it was.
function requireContext(options: SecureContextOptions, otherwise: string) {
  try {
    createSecureContext(options)
  } catch {
    throw new Failure(otherwise)
  }
}

/** Whether the certificate of the other end is one that `tls` lists, or follows from one. */
export function isListed(socket: TLSSocket, tls: Tls): boolean {
  const certificate = socket.getPeerCertificate(true)
  // Empty where the other end has shown none.
  if (!('fingerprint256' in certificate)) return false
  const fingerprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
  if (tls.fingerprints.includes(fingerprint)) return true
  if (tls.caFile === '' || !socket.authorized) return false
  return tls.trust === 'chained' || isSignedAtOnce(certificate)
}

/** Whether nobody stands between a certificate and the listed one: that is it, or has signed it. */
function isSignedAtOnce(certificate: DetailedPeerCertificate): boolean {
  const { issuerCertificate: issuer } = certificate
  if (!issuer || issuer === certificate) return true
  return !issuer.issuerCertificate || issuer.issuerCertificate === issuer
}
