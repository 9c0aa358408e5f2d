import { describe, expect, test, vi } from 'vitest'
import { UpstreamObserver } from '../../../proxy/publisher/upstream-observer.ts'
import { UpstreamUnavailable } from '../../../proxy/upstream/node.ts'
import { publishedMessages } from '../../support/chains/published-messages.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { ownNode } from '../../support/daemons/in-process-node.ts'
import { observedNode } from '../../support/daemons/observed-node.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'

type Reply = NonNullable<Parameters<typeof fakeNode>[0]>

async function observing(reply: Reply, ...prefixes: string[]) {
  const node = fakeNode(reply)
  const log = vi.fn<(message: string) => void>()
  const report = vi.fn<(error: unknown) => void>()
  const { publisher } = await publishedMessages(...prefixes)
  const crypto = await testCrypto()
  return {
    node,
    log,
    report,
    observer: new UpstreamObserver({ node, crypto, publisher, log, report }),
  }
}

describe('UpstreamObserver', () => {
  test('asks nothing without subscriptions', async () => {
    const { node, observer } = await observing(() => '{}')
    await observer.look()
    expect(node.asked).toEqual([])
  })

  test('looks at the pool before the chain', async () => {
    const scene = await observedNode(await ownNode(), '')
    await scene.look()
    expect(scene.calls()).toEqual([
      '/get_transaction_pool_hashes',
      '/getheight',
      'getblockheadersrange',
    ])
  })

  test('makes one request at a time', async () => {
    const waiting: (() => void)[] = []
    const { node, observer } = await observing(
      () => new Promise((resolve) => waiting.push(() => resolve('{"status":"BUSY"}'))),
      'json-full-chain_main',
    )
    const looks = [observer.look(), observer.look()]
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    const next = observer.lookAgain()
    waiting[0]!()
    await Promise.all(looks)
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    waiting[1]!()
    await next
    expect(node.asked.map(({ path }) => path)).toEqual(['/getheight', '/getheight'])
  })

  test('logs once that the node is away, and once that it answers', async () => {
    let isAway = true
    const { observer, log, report } = await observing(() => {
      if (isAway) throw new UpstreamUnavailable('unsent')
      return '{"status":"OK","tx_hashes":[]}'
    }, 'json-full-txpool_add')
    await observer.look()
    await observer.look()
    expect(log.mock.calls).toEqual([
      ['zmq-pub: nothing is published for now: No upstream node can be reached'],
    ])
    isAway = false
    await observer.look()
    await observer.look()
    expect(log.mock.calls.slice(1)).toEqual([['zmq-pub: the upstream node answers again']])
    expect(report).not.toHaveBeenCalled()
  })

  test.each([
    ['a busy node', '{"status":"BUSY"}', 'daemon: get_transaction_pool_hashes: BUSY'],
    [
      'no JSON',
      'x',
      /^zmq-pub: nothing is published for now: daemon: get_transaction_pool_hashes: /,
    ],
  ])('continues after %s', async (_, answer, reason) => {
    const { observer, log, report } = await observing(() => answer, 'json-full-txpool_add')
    await observer.look()
    const [[line]] = log.mock.calls as [[string]]
    if (typeof reason === 'string') expect(line).toContain(reason)
    else expect(line).toMatch(reason)
    expect(report).not.toHaveBeenCalled()
  })

  test('reports a bug, and continues', async () => {
    const bug = new TypeError('a bug')
    const { observer, report } = await observing(() => {
      throw bug
    }, 'json-full-txpool_add')
    await observer.look()
    await observer.look()
    expect(report.mock.calls).toEqual([[bug], [bug]])
  })

  test('stops during a request without a word', async () => {
    const { node, observer, log, report } = await observing(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal!.addEventListener('abort', () => reject(new UpstreamUnavailable('lost'))),
        ),
      '',
    )
    const looking = [observer.look(), observer.lookAgain()]
    await vi.waitFor(() => expect(node.asked).toHaveLength(1))
    await observer.stop()
    await Promise.all(looking)
    expect(node.asked).toHaveLength(1)
    expect([log.mock.calls, report.mock.calls]).toEqual([[], []])
  })
})
