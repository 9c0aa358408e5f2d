import { describe, expect, test } from 'vitest'
import { nodeSamples, nodeSamplesPath } from '#protocol/daemon/node-samples.ts'
import { decodeText, parseJson } from '#protocol/json/json.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../../proxy/upstream/node.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'
import { heightId, sampledAnswer } from '../support/daemons/sampled-node.ts'

const monerod = (height: number) =>
  fakeNode(({ path, body }) => {
    expect(path).toBe('/json_rpc')
    return sampledAnswer(height, decodeText(body))
  })

const away = fakeNode(() => {
  throw new UpstreamUnavailable('timeout')
})

async function samplesOf(nodes: readonly UpstreamNode[]) {
  const answer = await fakeProxy(nodes[0]!, { nodes }).request(nodeSamplesPath)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=5')
  return nodeSamples.parse(parseJson(await answer.text()), '').nodes
}

describe('the samples of several nodes', () => {
  test('have heights, ids and fees, and no address', async () => {
    expect(await samplesOf([monerod(35), away])).toEqual([
      {
        name: '1 of the proxy',
        problem: undefined,
        height: 35n,
        top_id: heightId(34),
        settled: [
          { height: 20n, id: heightId(20) },
          { height: 10n, id: heightId(10) },
        ],
        fees: [20n, 80n],
      },
      {
        name: '2 of the proxy',
        problem: 'it does not answer',
        height: 0n,
        top_id: '',
        settled: [],
        fees: [],
      },
    ])
  })

  test.each([
    ['longer than any answer', 'x'.repeat(64 * 1024 + 1)],
    ['without JSON', '<html>'],
  ])('error: an answer %s', async (_, text) => {
    const [, other] = await samplesOf([monerod(35), fakeNode(() => text)])
    expect(other).toMatchObject({ name: '2 of the proxy', problem: expect.any(String) as string })
  })

  test('are taken once for simultaneous requests', async () => {
    const nodes = [monerod(35), monerod(35)]
    const proxy = fakeProxy(nodes[0]!, { nodes })
    await Promise.all([1, 2, 3].map(() => proxy.request(nodeSamplesPath)))
    expect(nodes.map(({ asked }) => asked.length)).toEqual([4, 4])
  })
})

test('a single node is not compared with itself', async () => {
  const node = monerod(35)
  expect(await samplesOf([node])).toEqual([])
  expect(node.asked).toEqual([])
})
