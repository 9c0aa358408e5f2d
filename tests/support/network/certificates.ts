/**
 * Certificates that others have signed, and files of them.
 *
 * @module
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
} from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate as X509,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { Certificate } from '../../../server/tls/certificates.ts'
import { algorithm, signed } from '../../../server/tls/self-signed.ts'

const named = (name: string) =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new AttributeValue({ utf8String: name }),
      }),
    ]),
  ])

/** A certificate that `issuer` has signed, or itself; every one but a leaf may sign others. */
export function certificateOf(
  name: string,
  { issuer, mayIssue = false }: { issuer?: Certificate; mayIssue?: boolean } = {},
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const by = issuer && AsnConvert.parse(new X509Certificate(issuer.cert).raw, X509)
  const constraints = new BasicConstraints({ cA: mayIssue })
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: new Uint8Array([1, ...randomBytes(8)]).buffer,
    signature: algorithm(),
    issuer: by?.tbsCertificate.subject ?? named(name),
    validity: new Validity({
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(Date.now() + 3_600_000),
    }),
    subject: named(name),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ type: 'spki', format: 'der' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      new Extension({
        extnID: '2.5.29.19',
        critical: true,
        extnValue: new OctetString(AsnConvert.serialize(constraints)),
      }),
    ]),
  })
  const signer = issuer ? createPrivateKey(issuer.key) : privateKey
  return signed(content, privateKey, signer)
}

/** SHA-256 of a certificate, as monero's programs take it. */
export const fingerprintOf = ({ cert }: Certificate): string =>
  createHash('sha256').update(new X509Certificate(cert).raw).digest('hex')

/** Writes a key and its certificate, and who has signed it before a root, as `NAME.key` and `NAME.crt`. */
export function writeCertificate(
  folder: string,
  name: string,
  { key, cert }: Certificate,
  ...signers: Certificate[]
): { keyFile: string; certificateFile: string } {
  const files = {
    keyFile: join(folder, `${name}.key`),
    certificateFile: join(folder, `${name}.crt`),
  }
  writeFileSync(files.keyFile, key)
  writeFileSync(files.certificateFile, [cert, ...signers.map((signer) => signer.cert)].join(''))
  return files
}
