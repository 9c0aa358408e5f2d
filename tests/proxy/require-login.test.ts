import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DigestLogin } from '#protocol/network/digest-login.ts'
import { DigestGate } from '../../proxy/digest-gate.ts'
import { requireLogin } from '../../proxy/require-login.ts'
import { systemRandom } from '../../worker/adapters/platform.ts'

const login = { username: 'user', password: 'word' }

let app: Hono
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  app = new Hono()
  app.use(requireLogin(new DigestGate(login, systemRandom)))
  app.all('*', (c) => c.text('in'))
})
afterEach(() => void vi.useRealTimers())

/** Sends a request from an address. */
function from(remoteAddress: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization }
  return app.request('/x', { method: 'POST', headers }, { incoming: { socket: { remoteAddress } } })
}

/** A client at an address that has received a challenge. */
async function clientAt(address: string, password = login.password) {
  const client = new DigestLogin({ ...login, password }, systemRandom)
  const { headers } = await from(address)
  client.challenged(headers.get('www-authenticate')!)
  return { ask: async () => from(address, client.authorization('/x')) }
}

/** Whether a response arrives without waiting for a timer. */
async function arrives(response: Promise<Response>): Promise<boolean> {
  let isHere = false
  void response.then(() => (isHere = true))
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  return isHere
}

async function failThrice(address: string) {
  for (let failure = 0; failure < 3; failure++) {
    const { status } = await (await clientAt(address, 'guess')).ask()
    expect(status).toBe(401)
  }
}

describe('requireLogin', () => {
  test('answers with a challenge, and accepts the login', async () => {
    expect((await from('10.0.0.1')).status).toBe(401)
    const client = await clientAt('10.0.0.1')
    expect(await (await client.ask()).text()).toBe('in')
    expect(await (await client.ask()).text()).toBe('in')
  })

  test('lets a client wait that has sent three wrong logins', async () => {
    await failThrice('10.0.0.1')
    const wrong = (await clientAt('10.0.0.1', 'guess')).ask()
    const right = (await clientAt('10.0.0.1')).ask()
    expect([await arrives(wrong), await arrives(right)]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect([(await wrong).status, await arrives(right)]).toEqual([401, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect((await right).status).toBe(200)
  })

  test('does not slow down a session that has begun, other clients and challenges', async () => {
    const session = await clientAt('10.0.0.1')
    await session.ask()
    await failThrice('10.0.0.1')
    expect((await session.ask()).status).toBe(200)
    expect((await from('10.0.0.1')).status).toBe(401)
    expect((await (await clientAt('10.0.0.2')).ask()).status).toBe(200)
  })

  test('does not count a right login with an old nonce', async () => {
    for (let request = 0; request < 9; request++) {
      const client = await clientAt('10.0.0.1')
      for (let other = 0; other < 256; other++) await from('10.0.0.3')
      const answer = await client.ask()
      expect(answer.headers.get('www-authenticate')).toContain('stale=true')
    }
  })

  test('error: too many attempts of a client wait', async () => {
    await failThrice('10.0.0.1')
    const waiting: Promise<Response>[] = []
    for (let attempt = 0; attempt < 8; attempt++)
      waiting.push((await clientAt('10.0.0.1', 'guess')).ask())
    const refused = await (await clientAt('10.0.0.1')).ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.text()).toBe(
      'Too many wrong logins from this address: expected the right login, try again in 10 seconds\n',
    )
    await vi.advanceTimersByTimeAsync(8000)
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(401)
  })
})
