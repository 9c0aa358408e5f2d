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

// Recorded from monero-wallet-rpc 0.18.0.0, but for cnonce, which v0.18.5.1 adds at the end.
test('answers in the format of wallet2', () => {
  const login = new DigestLogin({ username: 'user', password: 'pass' }, (length) =>
    new Uint8Array(length).fill(1),
  )
  const challenge =
    'Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="vIF9QNK5Xg1SoWnBV9MX2Q==",stale=false'
  expect(login.challenged(`${challenge}, ${challenge.replace('MD5', 'MD5-sess')}`)).toBe(true)
  const secret = `${md5('user:monero-rpc:pass')}:vIF9QNK5Xg1SoWnBV9MX2Q==:00000001`
  const cnonce = 'AQEBAQEBAQEBAQEBAQEBAQ=='
  expect(login.authorization('/getblocks.bin')).toBe(
    'Digest algorithm=MD5,nonce="vIF9QNK5Xg1SoWnBV9MX2Q==",realm="monero-rpc",' +
      `response="${md5(`${secret}:${cnonce}:auth:${md5('POST:/getblocks.bin')}`)}",` +
      `uri="/getblocks.bin",username="user",qop=auth,nc=00000001,cnonce="${cnonce}"`,
  )
})
