import { describe, expect, test } from 'vitest'
import {
  UpstreamUnavailable,
  type UpstreamRequest,
  type UnavailableReason,
} from '../../../proxy/upstream/node.ts'
import { failoverNode } from '../../../proxy/upstream/failover.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'

const ask: UpstreamRequest = { path: '/x', body: new Uint8Array(), contentType: '', once: false }

function scene() {
  const away: [UnavailableReason | undefined, UnavailableReason | undefined] = [
    undefined,
    undefined,
  ]
  const nodes = [0, 1].map((index) =>
    fakeNode(() => {
      const reason = away[index]
      if (reason) throw new UpstreamUnavailable(reason)
      return `${index}`
    }),
  )
  let time = 0
  const both = failoverNode(nodes, { now: () => time, restMs: 1000 })
  return {
    away,
    asked: () => nodes.map((node) => node.asked.length),
    ask: async (more: Partial<UpstreamRequest> = {}) => {
      const { body } = await both.ask({ ...ask, ...more })
      return new Response(body).text()
    },
    pass: (ms: number) => (time += ms),
  }
}

describe('pool', () => {
  test('uses the first node while it is available', async () => {
    const { ask, asked } = scene()
    expect([await ask(), await ask()]).toEqual(['0', '0'])
    expect(asked()).toEqual([2, 0])
  })

  test('uses the next node while the first is unavailable, and then the first again', async () => {
    const { ask, asked, away, pass } = scene()
    away[0] = 'unsent'
    expect([await ask(), await ask()]).toEqual(['1', '1'])
    expect(asked()).toEqual([1, 2])

    pass(1001)
    away[0] = undefined
    expect(await ask()).toBe('0')
  })

  test('tries unavailable nodes if all are unavailable', async () => {
    const { ask, away } = scene()
    away[0] = away[1] = 'unsent'
    await expect(ask()).rejects.toMatchObject({ reason: 'unsent' })
    away[1] = undefined
    expect(await ask()).toBe('1')
  })

  test.each(['stale', 'timeout', 'lost'] as const)(
    'a sent request with an effect does not go to another node: %s',
    async (reason) => {
      const { ask, asked, away } = scene()
      away[0] = reason
      await expect(ask({ once: true })).rejects.toMatchObject({ reason })
      expect(asked()).toEqual([1, 0])
    },
  )

  test('a request with an effect that was not sent goes to the next node', async () => {
    const { ask, away } = scene()
    away[0] = 'unsent'
    expect(await ask({ once: true })).toBe('1')
  })

  test('a request that the caller aborted does not go to another node', async () => {
    const { ask, asked, away } = scene()
    away[0] = 'lost'
    await expect(ask({ signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'lost' })
    expect(asked()).toEqual([1, 0])
  })
})
