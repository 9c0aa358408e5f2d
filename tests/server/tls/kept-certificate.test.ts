import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { namedCertificate } from '../../../server/tls/certificates.ts'
import { withKeptCertificate } from '../../../server/tls/kept-certificate.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

let folder: string
let keyFile: string
let certificateFile: string
beforeEach(() => {
  folder = join(temporaryFolder('kept'), 'data')
  keyFile = join(folder, 'rpc_ssl.key')
  certificateFile = join(folder, 'rpc_ssl.crt')
})
const mode = (path: string) => statSync(path).mode & 0o777

describe('the kept certificate', () => {
  test('is generated, and only its owner can read the key', () => {
    const tls = withKeptCertificate(tlsOf({}), folder)
    expect(tls).toEqual({ ...tlsOf({}), keyFile, certificateFile })
    expect([folder, keyFile, certificateFile].map(mode)).toEqual([0o700, 0o400, 0o444])
    const { key, cert } = namedCertificate(tls)!
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(new X509Certificate(cert).verify(new X509Certificate(cert).publicKey)).toBe(true)
  })

  test('is the same at the next start', () => {
    const [first, second] = [1, 2].map(() => {
      withKeptCertificate(tlsOf({}), folder)
      return readFileSync(keyFile, 'utf8') + readFileSync(certificateFile, 'utf8')
    })
    expect(second).toBe(first)
  })

  test.each([
    ['TLS is disabled', { mode: 'disabled' }],
    ['the flags name a certificate', { keyFile: '/key', certificateFile: '/crt' }],
    ['the flags name half of one, which is refused later', { keyFile: '/key' }],
  ] as const)('is not generated when %s', (_, wish) => {
    const tls = tlsOf(wish)
    expect(withKeptCertificate(tls, folder)).toBe(tls)
    expect(existsSync(folder)).toBe(false)
  })

  test.each(['rpc_ssl.key', 'rpc_ssl.crt'])('error: %s is missing', (name) => {
    withKeptCertificate(tlsOf({}), folder)
    const other = name === 'rpc_ssl.key' ? certificateFile : keyFile
    const content = readFileSync(other, 'utf8')
    rmSync(join(folder, name))
    expect(() => withKeptCertificate(tlsOf({}), folder)).toThrow(
      new ProgramError(
        `Certificate (.crt) and private key (.key) files must both exist or both not exist at path: ${folder}/rpc_ssl`,
      ),
    )
    expect(existsSync(join(folder, name))).toBe(false)
    expect(readFileSync(other, 'utf8')).toBe(content)
  })

  test('error: a damaged file is not replaced', () => {
    mkdirSync(folder)
    writeFileSync(keyFile, 'damaged')
    writeFileSync(certificateFile, 'damaged')
    const tls = withKeptCertificate(tlsOf({}), folder)
    expect(() => namedCertificate(tls)).toThrow('are not a private key and its certificate')
    expect(readFileSync(keyFile, 'utf8')).toBe('damaged')
  })
})
