import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { postTo } from '../../../proxy/upstream/post.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'

const { signal } = new AbortController()
const body = Uint8Array.of(1, 2)
const post = (node: ReturnType<typeof fakeNode>, longest = 100) =>
  postTo(node, signal, { longestAnswer: longest })('/path', body, 'text/plain', true)

describe('a call of the proxy', () => {
  test('is posted as it is, and resolves to the bytes of the answer', async () => {
    const node = fakeNode(() => 'answer')
    expect(new TextDecoder().decode(await post(node))).toBe('answer')
    expect(node.asked).toEqual([
      {
        path: '/path',
        body,
        contentType: 'text/plain',
        once: true,
        longAnswer: false,
        signal: expect.any(AbortSignal) as AbortSignal,
      },
    ])
  })

  test('ends with its signal, at which no listener stays', async () => {
    const stop = new AbortController()
    let own: AbortSignal | undefined
    const node = fakeNode((request) => {
      own = request.signal
      return 'answer'
    })
    const post = postTo(node, stop.signal, { longestAnswer: 100 })
    await post('/path', body, 'text/plain', false)
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    const away = fakeNode(({ signal }) => {
      stop.abort()
      throw new UpstreamUnavailable(signal?.aborted ? 'lost' : 'unsent')
    })
    const late = postTo(away, stop.signal, { longestAnswer: 100 })
    await expect(late('/path', body, 'text/plain', false)).rejects.toThrow(
      new UpstreamUnavailable('lost'),
    )
    expect(own!.aborted).toBe(false)
  })

  test.each([
    ['that is too long', fakeNode(() => 'x'.repeat(101))],
    [
      'with another status',
      fakeNode(() => ({ status: 404, length: '0', body: new Blob([]).stream() })),
    ],
  ])('error: an answer %s', async (_, node) => {
    await expect(post(node)).rejects.toThrow(new UpstreamUnavailable('invalid'))
  })

  test('error: an answer that ends early', async () => {
    const cut = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('reset')),
    })
    const node = fakeNode(() => ({ status: 200, length: '5', body: cut }))
    await expect(post(node)).rejects.toThrow(new UpstreamUnavailable('lost'))
  })
})
