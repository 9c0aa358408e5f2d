import { describe, expect, test } from 'vitest'
import { md5, readDigestFields } from '#protocol/network/digest.ts'

describe('the fields of a digest challenge', () => {
  test('are read by their names in lower case, quoted or bare', () => {
    const fields = readDigestFields(
      'Digest qop="auth",Algorithm=MD5, realm="monero-rpc", nonce = "x=="',
    )
    expect(Object.fromEntries(fields)).toEqual({
      qop: 'auth',
      algorithm: 'MD5',
      realm: 'monero-rpc',
      nonce: 'x==',
    })
  })

  test('are unescaped', () => {
    expect(readDigestFields('realm="a \\"b\\" c", nonce="\\\\"')).toEqual(
      new Map([
        ['realm', 'a "b" c'],
        ['nonce', '\\'],
      ]),
    )
  })

  test('are found in linear time', () => {
    expect(readDigestFields('a'.repeat(200_000)).size).toBe(0)
  })
})

// RFC 1321, appendix A.5
test.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
])('md5 of %j', (text, hash) => {
  expect(md5(text)).toBe(hash)
})
