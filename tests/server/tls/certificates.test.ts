import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tlsOf, type TlsWish } from '#protocol/network/tls.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { listedCertificates, namedCertificate } from '../../../server/tls/certificates.ts'
import { certificateOf, writeCertificate } from '../../support/network/certificates.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const folder = temporaryFolder('certificates')
const one = certificateOf('one')
const files = writeCertificate(folder, 'one', one)
const other = writeCertificate(folder, 'other', certificateOf('other'))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

describe('namedCertificate', () => {
  const named = (wish: TlsWish) => namedCertificate(tlsOf(wish))

  test('is the content of both files', () => {
    expect(named(files)).toEqual(one)
    expect(named({})).toBeUndefined()
  })

  test.each(['keyFile', 'certificateFile'] as const)('error: only the %s is given', (name) => {
    expect(() => named({ [name]: files[name] })).toThrow(
      new ProgramError('private key and certificate must be either both given or both empty'),
    )
  })

  test('error: a file is missing', () => {
    expect(() => named({ ...files, keyFile: '/no/key' })).toThrow(
      new ProgramError("Failed to load private key file '/no/key': ENOENT"),
    )
    expect(() => named({ ...files, certificateFile: folder })).toThrow(
      new ProgramError(`Failed to load certificate file '${folder}': EISDIR`),
    )
  })

  test.each([
    ['the key of another certificate', other.keyFile],
    ['half a key', file('half', one.key.slice(0, one.key.length / 2))],
    ['an empty key', file('empty', '')],
    ['a certificate as the key', files.certificateFile],
  ])('error: %s; the message names the files only', (_, keyFile) => {
    const { certificateFile } = files
    expect(() => named({ keyFile, certificateFile })).toThrow(
      new ProgramError(
        `'${keyFile}' and '${certificateFile}' are not a private key and its certificate`,
      ),
    )
  })
})

describe('listedCertificates', () => {
  const listed = (wish: TlsWish) => listedCertificates(tlsOf(wish))
  const fingerprints = ['ab'.repeat(32)]

  test('are those of the file', () => {
    expect(listed({ caFile: files.certificateFile })).toEqual([one.cert])
  })

  test('may be several, with text between them', () => {
    const text = `one\n${one.cert}\nother\n${certificateOf('two').cert}`
    expect(listed({ caFile: file('both.pem', text) })).toEqual([text])
  })

  test('are an empty list if only fingerprints are given', () => {
    expect(listed({ fingerprints })).toEqual([])
  })

  test('are undefined if the system decides, or if every certificate is accepted', () => {
    expect(listed({})).toBeUndefined()
    expect(listed({ anyCertificate: true, caFile: '/no/file' })).toBeUndefined()
  })

  test.each([
    ['a private key', files.keyFile],
    ['an empty file', file('none.pem', '')],
    ['a second certificate that is cut', file('two.pem', one.cert + one.cert.slice(0, -40))],
    ['half a certificate', file('half.pem', one.cert.slice(0, one.cert.length / 2))],
  ])('error: %s', (_, caFile) => {
    expect(() => listed({ caFile })).toThrow(
      new ProgramError(`Failed to load user CA file at ${caFile}`),
    )
  })

  test('error: the file is missing', () => {
    expect(() => listed({ caFile: '/no/file' })).toThrow(
      new ProgramError("Failed to load CA file '/no/file': ENOENT"),
    )
  })
})
