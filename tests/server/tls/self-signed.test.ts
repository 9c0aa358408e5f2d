import { createPrivateKey, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ownCertificate } from '../../../server/tls/self-signed.ts'

const day = 86_400_000
const read = (now?: number) => {
  const { key, cert } = ownCertificate(now)
  return { key: createPrivateKey(key), cert: new X509Certificate(cert) }
}

describe('ownCertificate', () => {
  test('is signed by its own key, on P-256 and without a name', () => {
    const { key, cert } = read()
    expect(cert.checkPrivateKey(key)).toBe(true)
    expect(cert.verify(cert.publicKey)).toBe(true)
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect([cert.subject, cert.issuer]).toEqual([undefined, undefined])
  })

  // monero contrib/epee/src/net_ssl.cpp: 182 days. Dates have two digits for the year up to 2049 (RFC 5280).
  test.each(['2026-11-23T04:37:00Z', '2049-12-31T00:00:00Z', '2050-01-01T00:00:00Z'])(
    'is valid for half a year from %s on',
    (from) => {
      const now = Date.parse(from)
      const { cert } = read(now)
      expect(Date.parse(cert.validFrom)).toBe(now)
      expect(Date.parse(cert.validTo)).toBe(now + 182 * day)
    },
  )

  test('has a serial number of its own, positive and of 16 bytes', () => {
    const serials = Array.from({ length: 5 }, () => read().cert.serialNumber)
    expect(new Set(serials).size).toBe(5)
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/)
  })
})
