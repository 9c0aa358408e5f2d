/**
 * A self-signed certificate for a listener without one.
 *
 * @module
 * @see RFC 5280, monero contrib/epee/src/net_ssl.cpp create_rsa_ssl_certificate
 */
import { createHash, generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  Certificate as X509,
  Name,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { Certificate } from './certificates.ts'

/** Half a year. */
const validMs = 182 * 24 * 3600 * 1000

/** ecdsa-with-SHA256. @see RFC 5758 3.2 */
export const algorithm = () => new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

/** Unique: browsers refuse two certificates of one issuer with the same number, even without a name. */
function serialOf(keyInfo: Uint8Array): ArrayBuffer {
  const serial = new Uint8Array(createHash('sha256').update(keyInfo).digest().subarray(0, 16))
  // Positive, and of full length.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  return serial.buffer
}

/**
 * Without a name, as in monerod: clients identify it by its fingerprint. The key is on P-256, which every
 * client of TLS 1.2 supports. monerod's RSA key of 4096 bits takes seconds to generate.
 *
 * @param now - Unix time in milliseconds from which it is valid.
 */
export function ownCertificate(now = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialOf(keyInfo),
    signature: algorithm(),
    issuer: new Name(),
    validity: new Validity({ notBefore: new Date(now), notAfter: new Date(now + validMs) }),
    subject: new Name(),
    subjectPublicKeyInfo: AsnConvert.parse(keyInfo, SubjectPublicKeyInfo),
  })
  return signed(content, privateKey, privateKey)
}

/**
 * Signs a certificate.
 *
 * @param key - Private key of the certificate's holder.
 * @param signer - Private key of its issuer.
 */
export function signed(content: TBSCertificate, key: KeyObject, signer: KeyObject): Certificate {
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), signer)
  const whole = new X509({
    tbsCertificate: content,
    signatureAlgorithm: algorithm(),
    signatureValue: new Uint8Array(signature).buffer,
  })
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: new X509Certificate(Buffer.from(AsnConvert.serialize(whole))).toString(),
  }
}
