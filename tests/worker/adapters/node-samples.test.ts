import { describe, expect, test } from 'vitest'
import { requestSamples } from '../../../worker/adapters/node-samples.ts'

const sample = {
  name: '1 of the proxy',
  height: 35,
  top_id: 'ab'.repeat(32),
  settled: [{ height: 20, id: 'cd'.repeat(32) }],
  fees: [20],
}

/** Requests samples from a proxy that answers as given. */
async function requested(answer: () => Response | Promise<Response>) {
  const asked: unknown[] = []
  const { signal } = new AbortController()
  const samples = await requestSamples(signal, async (url, { signal: _, ...init }) => {
    asked.push([url, init])
    return answer()
  })
  return { samples, asked }
}

describe('samples of nodes', () => {
  test('are those of the proxy', async () => {
    const body = JSON.stringify({ nodes: [sample] })
    const { samples, asked } = await requested(() => new Response(body))
    expect(asked).toEqual([['/node-samples/v1', { credentials: 'omit', redirect: 'error' }]])
    expect(samples).toEqual([
      {
        ...sample,
        problem: undefined,
        height: 35n,
        settled: [{ height: 20n, id: 'cd'.repeat(32) }],
        fees: [20n],
      },
    ])
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['the proxy has none', () => new Response('{"nodes":[]}')],
    ['the proxy does not know them', () => new Response('Not found', { status: 404 })],
    ['the proxy is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['the answer has another form', () => new Response('{"nodes":[{"name":1}]}')],
    ['the answer is too long', () => new Response(' '.repeat(64 * 1024 + 1))],
  ])('are none where %s', async (_, answer) => {
    expect((await requested(answer)).samples).toEqual([])
  })
})
