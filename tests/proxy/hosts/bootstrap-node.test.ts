import { describe, expect, test } from 'vitest'
import { bootstrapNode } from '../../../proxy/hosts/bootstrap-node.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../../../proxy/upstream/node.ts'
import { DigestGate } from '../../../proxy/digest-gate.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { seededBytes } from '../../support/random/sfc32.ts'

const random = seededBytes(1)
const plain = { address: 'node.example', username: '', password: '', proxy: '' }
const origin = 'http://node.example:18081'
const ask = { path: '/getinfo', body: new Uint8Array(), contentType: 'x', once: true }

/** What was connected, and how. */
function carriers(node: UpstreamNode = fakeNode()) {
  const made: unknown[] = []
  const direct = (to: string, how: object) => (made.push([to, how]), node)
  const socks = (to: string, how: object, proxy: object) => (made.push([to, how, proxy]), node)
  return { made, direct, socks, random }
}

describe('a bootstrap node', () => {
  test('connects directly', () => {
    const { made, ...ports } = carriers()
    bootstrapNode(ports)(origin, plain)
    expect(made).toEqual([[origin, { single: false }]])
  })

  test('connects through the SOCKS proxy', () => {
    const { made, ...ports } = carriers()
    bootstrapNode(ports)(origin, { ...plain, proxy: '127.0.0.1:9050' })
    expect(made).toEqual([
      [origin, { single: false }, { host: '127.0.0.1', port: 9050, version: 4 }],
    ])
  })

  test('error: a platform without SOCKS does not connect directly', async () => {
    const { made, direct } = carriers()
    const node = bootstrapNode({ direct, random })(origin, { ...plain, proxy: '127.0.0.1:9050' })
    await expect(node.ask(ask)).rejects.toThrow(new UpstreamUnavailable('unsent'))
    expect(made).toEqual([])
  })

  test('sends its login after a challenge, and with later requests', async () => {
    const gate = new DigestGate({ username: 'user', password: 'word' }, random)
    const asked: number[] = []
    const node: UpstreamNode = {
      async ask({ authorization }) {
        const challenge = gate.check('POST', authorization)?.challenges.join(', ')
        const status = challenge === undefined ? 200 : 401
        asked.push(status)
        const body = new Blob(['{}']).stream()
        return { status, length: undefined, body, ...(challenge && { challenge }) }
      },
      close: async () => {},
    }
    const { made, ...ports } = carriers(node)
    const known = bootstrapNode(ports)(origin, { ...plain, username: 'user', password: 'word' })
    expect((await known.ask(ask)).status).toBe(200)
    expect((await known.ask(ask)).status).toBe(200)
    expect(asked).toEqual([401, 200, 200])
    const stranger = bootstrapNode(ports)(origin, { ...plain, username: 'user', password: 'x' })
    expect((await stranger.ask(ask)).status).toBe(401)
    expect(made).toEqual([1, 2].map(() => [origin, { single: true }]))
  })
})
