import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DigestLogin } from '#protocol/network/digest-login.ts'
import { systemRandom } from '../../worker/adapters/platform.ts'
import { DigestGate } from '../../proxy/digest-gate.ts'

const login = { username: 'user', password: 'pass:word' }
const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const newGate = () => new DigestGate(login, systemRandom)
const challengesOf = (gate: DigestGate, ...request: Parameters<DigestGate['check']>) =>
  gate.check(...request)?.challenges
const nonceOf = (challenges: string[] | undefined) => /nonce="([^"]+)"/.exec(challenges![0]!)![1]!

type Change = Partial<Record<string, string>>

/** An answer to a challenge; `change` replaces fields of it after it was computed. */
function answer(nonce: string, count = 1, change: Change = {}, password = login.password) {
  const nc = count.toString(16).padStart(8, '0')
  const ha1 = md5(`user:monero-rpc:${password}`)
  const ha2 = md5('POST:/json_rpc')
  const fields: Change = {
    username: '"user"',
    realm: '"monero-rpc"',
    nonce: `"${nonce}"`,
    uri: '"/json_rpc"',
    cnonce: '"c"',
    nc,
    qop: 'auth',
    response: `"${md5(`${ha1}:${nonce}:${nc}:c:auth:${ha2}`)}"`,
    algorithm: 'MD5',
    ...change,
  }
  const list = Object.entries(fields).filter(([, value]) => value !== undefined)
  return `Digest ${list.map(([name, value]) => `${name}=${value}`).join(', ')}`
}

describe('digest gate', () => {
  test('sends two challenges, as monero does', () => {
    const challenges = challengesOf(newGate(), 'POST', undefined)!
    const nonce = nonceOf(challenges)
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(challenges).toEqual([
      `Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="${nonce}",stale=false`,
      `Digest qop="auth",algorithm=MD5-sess,realm="monero-rpc",nonce="${nonce}",stale=false`,
    ])
  })

  test('parses a long header in linear time', () => {
    const header = `Digest ${'a'.repeat(200_000)}`
    expect(challengesOf(newGate(), 'POST', header)).toHaveLength(2)
    expect(new DigestLogin(login, systemRandom).challenged(header)).toBe(false)
  }, 10_000)

  test('accepts a nonce again with the next count', () => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    for (const count of [1, 2, 3, 10])
      expect(challengesOf(gate, 'POST', answer(nonce, count)), `${count}`).toBeUndefined()
  })

  test('answers stale for a repeated count, and accepts the new nonce', () => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    challengesOf(gate, 'POST', answer(nonce, 2))
    for (const count of [2, 1, 0]) {
      const again = challengesOf(gate, 'POST', answer(nonce, count))
      expect(again![0]).toContain('stale=true')
      expect(challengesOf(gate, 'POST', answer(nonceOf(again)))).toBeUndefined()
    }
  })

  test('answers stale for a correct response to an unknown nonce', () => {
    const again = challengesOf(newGate(), 'POST', answer('unknown'))
    expect(again![0]).toContain('stale=true')
  })

  test('distinguishes a stale refusal from a wrong login', () => {
    const gate = newGate()
    expect(gate.check('POST', answer('unknown'))?.isStale).toBe(true)
    expect(gate.check('POST', answer('unknown', 1, {}, 'pass'))?.isStale).toBe(false)
  })

  test('knows a session by the nonce of a right login', () => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    expect(gate.isSession(answer(nonce))).toBe(false)
    gate.check('POST', answer(nonce, 1, {}, 'pass'))
    expect(gate.isSession(answer(nonce))).toBe(false)
    gate.check('POST', answer(nonce))
    expect(gate.isSession(answer(nonce, 2))).toBe(true)
    expect(gate.isSession(answer('unknown'))).toBe(false)
    expect(gate.isSession('Basic abc')).toBe(false)
  })

  test('accepts a response without qop once', () => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    const response = md5(`${md5('user:monero-rpc:pass:word')}:${nonce}:${md5('POST:/json_rpc')}`)
    const change = { qop: undefined, nc: undefined, cnonce: undefined, response: `"${response}"` }
    expect(challengesOf(gate, 'POST', answer(nonce, 1, change as Change))).toBeUndefined()
    expect(challengesOf(gate, 'POST', answer(nonce, 1, change as Change))![0]).toContain(
      'stale=true',
    )
  })

  test.each(['MD5', 'MD5-sess'])('accepts our own client with %s', (algorithm) => {
    const gate = newGate()
    const client = new DigestLogin(login, systemRandom)
    const challenge = challengesOf(gate, 'POST', client.authorization('/json_rpc'))!.find((text) =>
      text.includes(`algorithm=${algorithm},`),
    )!
    expect(client.challenged(challenge)).toBe(true)
    for (let i = 0; i < 3; i++)
      expect(challengesOf(gate, 'POST', client.authorization('/json_rpc'))).toBeUndefined()
  })

  test('drops the oldest of many nonces', () => {
    const gate = newGate()
    const first = nonceOf(challengesOf(gate, 'POST', undefined))
    for (let i = 0; i < 256; i++) challengesOf(gate, 'POST', undefined)
    expect(challengesOf(gate, 'POST', answer(first))![0]).toContain('stale=true')
  })

  test.each<[string, (nonce: string) => string]>([
    ['a wrong password', (nonce) => answer(nonce, 1, {}, 'pass')],
    ['a wrong name', (nonce) => answer(nonce, 1, { username: '"root"' })],
    ['another algorithm', (nonce) => answer(nonce, 1, { algorithm: 'SHA-256' })],
    [
      'protection of the body, which was not offered',
      (nonce) => answer(nonce, 1, { qop: 'auth-int' }),
    ],
    ['a count that was not hashed', (nonce) => answer(nonce, 1, { nc: '00000002' })],
    ['no response', (nonce) => answer(nonce, 1, { response: '""' })],
    ['basic authentication', () => `Basic ${btoa('user:pass:word')}`],
    ['rubbish', () => 'Digest ,,,='],
  ])('error: %s', (_, authorization) => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    expect(challengesOf(gate, 'POST', authorization(nonce))![0]).toContain('stale=false')
  })

  test('error: a login for another HTTP method', () => {
    const gate = newGate()
    const nonce = nonceOf(challengesOf(gate, 'POST', undefined))
    expect(challengesOf(gate, 'GET', answer(nonce))![0]).toContain('stale=false')
  })
})
