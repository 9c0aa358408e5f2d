import { describe, expect, test } from 'vitest'
import { probeNode, readServerInfo } from '../../../web/trust/server.ts'

/** Answers each request with the next of `answers`; each takes 40 ms. */
function scene(...answers: (Response | Error)[]) {
  const asked: string[] = []
  let nowMs = 0
  return {
    asked,
    use: {
      nowMs: () => nowMs,
      request: async (url: unknown) => {
        asked.push(String(url))
        nowMs += 40
        const answer = answers.length > 1 ? answers.shift()! : answers[0]!
        if (answer instanceof Error) throw answer
        return answer.clone()
      },
    },
  }
}

const info = { height: 3_000_001, nettype: 'mainnet', version: '0.18.4.0', synchronized: true }
const answer = (value: object, status = 200) => new Response(JSON.stringify(value), { status })

describe('the test of a node', () => {
  test('shows the time of the second answer', async () => {
    const { asked, use } = scene(answer(info))
    expect(await probeNode('', use)).toEqual({
      problem: undefined,
      ms: 40,
      height: 3_000_001n,
      synchronized: true,
      version: '0.18.4.0',
      network: 'mainnet',
    })
    expect(asked).toEqual(['/get_info', '/get_info'])
  })

  test('reaches other nodes through the server', async () => {
    const { asked, use } = scene(answer({ ...info, synchronized: false }))
    expect(await probeNode('http://node.example:1', use)).toMatchObject({ synchronized: false })
    expect(asked[0]).toBe('/node/http%3A%2F%2Fnode.example%3A1/get_info')
  })

  test.each([
    ['refused', answer({}, 403)],
    ['login', answer({}, 401)],
    ['away', answer({}, 503)],
    ['away', answer({ height: 'many' })],
    ['away', new Response('<html>')],
    ['away', new TypeError('failed')],
  ])('error: %s', async (problem, first) => {
    expect(await probeNode('', scene(first).use)).toEqual({ problem })
    expect(await probeNode('', scene(answer(info), first).use)).toEqual({ problem })
  })

  test('shortens texts of the node', async () => {
    const long = 'a'.repeat(1000)
    const { use } = scene(answer({ ...info, version: long, nettype: long }))
    expect(await probeNode('', use)).toMatchObject({
      version: 'a'.repeat(40),
      network: 'a'.repeat(20),
    })
  })
})

describe('what the server offers', () => {
  const offered = {
    version: '0.2.0',
    nodes: ['http://a.example'],
    compared: 2,
    prices: false,
    compared_feeds: ['https://second.example'],
    restricted: true,
  }

  test('is read', async () => {
    const { asked, use } = scene(answer(offered))
    expect(await readServerInfo(use)).toEqual(offered)
    expect(asked).toEqual(['/server-info/v1'])
  })

  test('is read from a server of before second servers', async () => {
    const { compared_feeds: _, ...older } = offered
    expect(await readServerInfo(scene(answer(older)).use)).toEqual({
      ...older,
      compared_feeds: [],
    })
  })

  test.each([answer({}, 404), answer({ nodes: 1 }), new TypeError('failed')])(
    'error: an older server, a wrong answer, none',
    async (first) => {
      expect(await readServerInfo(scene(first).use)).toBeUndefined()
    },
  )
})
