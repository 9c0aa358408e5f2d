import { expect, test } from 'vitest'
import { md5, readDigestFields } from '#protocol/network/digest.ts'
import { DigestLogin } from '#protocol/network/digest-login.ts'

test('escaped quotes in a challenge are part of the realm, and escaped again in the answer', () => {
  const login = new DigestLogin(
    { username: 'a', password: 'b' },
    (length) => new Uint8Array(length),
  )
  expect(login.challenged('Digest qop="auth",realm="a \\"b\\"",nonce="n"')).toBe(true)
  const fields = readDigestFields(login.authorization('/json_rpc')!)
  expect(fields.get('realm')).toBe('a "b"')
  const [plain, request] = [md5('a:a "b":b'), md5('POST:/json_rpc')]
  expect(fields.get('response')).toBe(
    md5(`${plain}:n:00000001:${fields.get('cnonce')}:auth:${request}`),
  )
})
