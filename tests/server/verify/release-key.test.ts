import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSignedBy, publicKeyIn, publicKeyOf } from '../../../server/verify/release-key.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const folder = temporaryFolder('key')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder })

describe('a key of OpenSSL', () => {
  openssl('genpkey', '-algorithm', 'ed25519', '-out', 'key.pem')
  openssl('pkey', '-in', 'key.pem', '-pubout', '-out', 'public.pem')
  const text = new TextEncoder().encode('a list')
  writeFileSync(join(folder, 'text'), text)
  openssl('pkeyutl', '-sign', '-inkey', 'key.pem', '-rawin', '-in', 'text', '-out', 'text.sig')
  const key = publicKeyIn(join(folder, 'public.pem'))

  test('verifies a signature of OpenSSL', () => {
    const signature = readFileSync(join(folder, 'text.sig'))
    expect(isSignedBy(key, text, signature)).toBe(true)
    expect(isSignedBy(key, new TextEncoder().encode('A list'), signature)).toBe(false)
    expect(isSignedBy(key, text, signature.subarray(1))).toBe(false)
    expect(isSignedBy(key, text)).toBe(false)
  })

  test('is the same from its 32 bytes', () => {
    const hex = Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
    expect(publicKeyOf(hex).equals(key)).toBe(true)
  })
})

test.each([
  ['no key', () => writeFileSync(join(folder, 'other.pem'), 'text')],
  ['a key of another kind', () => openssl('genpkey', '-algorithm', 'x25519', '-out', 'other.pem')],
])('error: %s', (_, write) => {
  write()
  const file = join(folder, 'other.pem')
  expect(() => publicKeyIn(file)).toThrow(`${file}: expected an Ed25519 public key in PEM`)
})
