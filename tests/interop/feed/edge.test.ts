/** The light node at the edge, in workerd: the files of the light node on Node, from a bucket and a Durable Object. */
import { describe, expect } from 'vitest'
import { chunkBlocks, chunkDepth } from '#protocol/feed/chunk.ts'
import { chunkName, heightOf, readIndex, type IndexHead } from '#protocol/feed/feed-index.ts'
import { placeOf, readMembers } from '#protocol/feed/member-file.ts'
import { readGroup } from '#protocol/feed/member-group.ts'
import type { Settings } from '../../../proxy/hosts/settings.ts'
import { ask } from '../../support/network/http-client.ts'
import { startTamperingProxy } from '../../support/network/tampering-proxy.ts'
import { startLightEdge } from '../../support/programs/edge-worker.ts'
import { poll } from '../../support/programs/process.ts'
import { startProxy } from '../../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

type LightEdge = Awaited<ReturnType<typeof startLightEdge>>

let upstream: Regtest
let edge: LightEdge

const chunks = 3

/** More than the node makes in one call. */
async function mine(blocks: number) {
  for (let left = blocks; left > 0; left -= 500) await upstream.mine(Math.min(left, 500))
}

beforeAll(async () => {
  upstream = await startRegtest()
  await mine(chunks * chunkBlocks + chunkDepth - 1)
  edge = await startLightEdge({ UPSTREAM: upstream.url })
}, 600_000)

const get = (name: string, headers: Record<string, string> = {}) =>
  ask(`${edge.url}/feed/v1/${name}`, { headers })

const indexAt = async (url: string) => readIndex((await ask(`${url}/feed/v1/index.json`)).text())

/** The index once the edge has this many chunks. */
async function indexWith(count: number): Promise<IndexHead> {
  await poll(async () => (await indexAt(edge.url)).chunks.length >= count)
  return indexAt(edge.url)
}

/** Number of chunks that the upstream has blocks for. */
async function due(): Promise<number> {
  const { count } = await upstream.call('get_block_count')
  return Math.floor((Number(count) - chunkDepth) / chunkBlocks)
}

const namesIn = (index: IndexHead) =>
  index.chunks.flatMap(({ complete, scan }, at) => {
    const files = { complete, scan, members: index.members!.files[at]! }
    return (['complete', 'scan', 'members'] as const).map((kind) =>
      chunkName(kind, heightOf(index, at), files[kind]),
    )
  })

/** Not from a cache. */
const fresh = { 'cache-control': 'no-cache' }

/** A file of the bucket. */
async function stored(name: string): Promise<Uint8Array | undefined> {
  const found = await edge.bucket.get(name)
  return found ? new Uint8Array(await found.arrayBuffer()) : undefined
}

/** The edge has the same index and the same files as a light node on Node with the same upstream. */
async function expectAsOnNode() {
  const flags = ['--light', '--data-dir', temporaryFolder('light')]
  const onNode = await startProxy([upstream.url], flags)
  try {
    const index = await indexAt(edge.url)
    await poll(async () => (await indexAt(onNode.url)).chunks.length >= index.chunks.length)
    expect(index).toEqual(await indexAt(onNode.url))
    for (const name of namesIn(index)) {
      const [ours, expected] = [await get(name), await ask(`${onNode.url}/feed/v1/${name}`)]
      const headersOf = ({ headers }: typeof ours) =>
        ['cache-control', 'content-type', 'content-length', 'vary'].map((each) => headers[each])
      expect([name, ours.status, headersOf(ours)]).toEqual([name, 200, headersOf(expected)])
      expect(Buffer.compare(ours.bytes, expected.bytes)).toBe(0)
    }
  } finally {
    await onNode.stop()
  }
}

describe('the edge with a bucket', () => {
  test('fills it after a trigger, with the files that Node makes', async () => {
    expect((await indexAt(edge.url)).chunks).toEqual([])
    await edge.cron()
    await indexWith(chunks)
    await expectAsOnNode()
    const { objects } = await edge.bucket.list()
    expect(objects.map(({ key }) => key).sort()).toEqual(
      ['index.json', ...namesIn(await indexAt(edge.url))].sort(),
    )
  })

  test('has health, and the daemon RPC', async () => {
    const health = await ask(`${edge.url}/health/v1`)
    const height = chunks * chunkBlocks + chunkDepth
    expect([health.status, health.json()]).toMatchObject([
      200,
      {
        status: 'ok',
        network: 'fakechain',
        height: BigInt(height),
        upstream: [{ number: 1n, state: 'answers' }],
        feed: { height: BigInt(chunks * chunkBlocks), target: BigInt(chunks * chunkBlocks) },
      },
    ])
    expect((await ask(`${edge.url}/get_height`)).json()).toMatchObject({ height: BigInt(height) })
    expect((await ask(`${edge.url}/wake`)).status).toBe(404)
  })

  test('sends each block to clients that listen, without a trigger, and adds the chunk that is due', async () => {
    const stop = new AbortController()
    const events = await fetch(`${edge.url}/feed/v1/events`, { signal: stop.signal })
    expect(events.headers.get('content-type')).toBe('text/event-stream')
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const says = async (wanted: string) => {
      while (!text.includes(wanted)) text += (await reader.read()).value
    }
    const count = chunks * chunkBlocks + chunkDepth
    await says(`"height":${count},`)
    await says('event: pool')
    await upstream.mine(1)
    await says(`"height":${count + 1},`)
    await mine(chunkBlocks - 1)
    await indexWith(chunks + 1)
    stop.abort()
    expect((await get('pool')).json()).toMatchObject({ transactions: [] })
    await expectAsOnNode()
  })

  test('makes a damaged file again, and one that is gone', async () => {
    const [first, second] = namesIn(await indexAt(edge.url))
    const before = (await stored(first!))!
    const damaged = before.slice()
    damaged[1000]! ^= 4
    await edge.bucket.put(first!, damaged)
    await edge.bucket.delete(second!)
    expect((await get(first!, fresh)).bytes).toEqual(before)
    expect((await get(second!, fresh)).status).toBe(200)
    expect(await stored(first!)).toEqual(before)
    expect(await stored(second!)).toBeDefined()
  })

  test('serves parts of member files, and groups above them', async () => {
    const { members } = await indexAt(edge.url)
    const file = members!.files[1]!
    const { offset, length } = placeOf(file, 5)
    const range = { range: `bytes=${offset}-${offset + length - 1}` }
    const name = `members/${chunkBlocks}-${file.digest}`
    const part = await get(name, range)
    expect([part.status, part.bytes.length]).toEqual([206, length])
    const settled = readMembers(file, 5, part.bytes).outputs
    const made = readGroup((await get('groups/5')).bytes)
    expect(settled.map(({ key, commitment }) => [key, commitment])).toEqual(
      made.map(({ key, commitment }) => [key, commitment]),
    )
    // Copied by another program, and gone: then all of it, as the object makes it again.
    const whole = (await stored(name))!
    await edge.bucket.put(name, whole)
    expect((await get(name, range)).bytes).toEqual(part.bytes)
    await edge.bucket.delete(name)
    const again = await get(name, { ...range, ...fresh })
    expect([again.status, Buffer.compare(again.bytes, whole)]).toEqual([200, 0])
    expect((await get('groups/99999')).status).toBe(404)
  })

  test('serves files that another program has copied, and from the cache of the data centre', async () => {
    const [name] = namesIn(await indexAt(edge.url))
    const before = (await stored(name!))!
    // Without a digest beside it.
    await edge.bucket.put(name!, before)
    const headers = { host: 'wallet.example' }
    expect((await get(name!, headers)).bytes).toEqual(before)
    await edge.bucket.delete(name!)
    expect((await get(name!, headers)).bytes).toEqual(before)
    expect(await stored(name!)).toBeUndefined()
    expect((await get(name!, { ...headers, ...fresh })).bytes).toEqual(before)
    expect(await stored(name!)).toEqual(before)
  })

  test('continues after a restart', async () => {
    await mine(chunkBlocks)
    edge.url = await edge.restart()
    await edge.cron()
    await indexWith(await due())
    await expectAsOnNode()
  })

  test('replaces chunks after a reorganisation deeper than a chunk', async () => {
    const before = namesIn(await indexAt(edge.url))
    const depth = chunkDepth + chunkBlocks + 1
    await upstream.post('/pop_blocks', { nblocks: depth })
    await mine(depth + 1)
    await edge.cron()
    const last = before.at(-1)!
    await poll(async () => {
      const names = namesIn(await indexAt(edge.url))
      return names.length === before.length && !names.includes(last)
    })
    expect(namesIn(await indexAt(edge.url)).slice(0, -6)).toEqual(before.slice(0, -6))
    await expectAsOnNode()
    expect((await get(last, fresh)).status).toBe(404)
  })

  test('error: an unknown file, and an invalid name', async () => {
    for (const name of [`scan/0-${'0'.repeat(64)}`, 'scan/0-ab', 'a/b', '..%2findex.json'])
      expect([name, (await get(name)).status]).toEqual([name, 404])
  })
})

const withSettings = async (settings: Settings, act: (other: LightEdge) => Promise<void>) => {
  const other = await startLightEdge({ UPSTREAM: upstream.url, ...settings })
  await act(other).finally(() => other.stop())
}

test('the node is asked each second while a client listens, and no longer', async () => {
  const counting = await startTamperingProxy(upstream.url)
  const looks = () => counting.asked.filter((path) => path === '/get_height').length
  await withSettings({ UPSTREAM: `http://${counting.address}` }, async (other) => {
    const stop = new AbortController()
    await fetch(`${other.url}/feed/v1/events`, { signal: stop.signal })
    const before = looks()
    await poll(async () => looks() > before + 5)
    stop.abort()
    // The object finds out when it sends the next comment.
    await poll(async () => {
      const last = looks()
      await new Promise((resolve) => setTimeout(resolve, 3000))
      return looks() === last
    })
  })
})

describe('variables', () => {
  test('let a new feed begin at a height', async () => {
    await withSettings({ FEED_FROM_HEIGHT: '600' }, async (other) => {
      await other.cron()
      await poll(async () => (await indexAt(other.url)).chunks.length > 0)
      expect((await indexAt(other.url)).first).toBe(chunkBlocks)
    })
  })

  test('without an upstream have the private chain followed', async () => {
    await withSettings({ UPSTREAM: '' }, async (other) => {
      await poll(async () => (await ask(`${other.url}/health/v1`)).status === 200)
      expect((await ask(`${other.url}/health/v1`)).json()).toMatchObject({
        network: 'fakechain',
        height: 1n,
        feed: { height: 0n, target: 0n },
      })
    })
  })

  test('error: an invalid height, and an upstream that does not answer', async () => {
    await withSettings({ FEED_FROM_HEIGHT: 'top' }, async (other) => {
      expect((await ask(`${other.url}/feed/v1/index.json`)).json()).toEqual({
        error: 'FEED_FROM_HEIGHT: expected a height from 0 to 2147483647, got top',
      })
    })
    await withSettings({ UPSTREAM: 'http://127.0.0.1:9' }, async (other) => {
      await other.cron()
      expect((await ask(`${other.url}/feed/v1/pool`)).status).toBe(503)
      const health = await ask(`${other.url}/health/v1`)
      expect([health.status, health.json()]).toMatchObject([
        503,
        { status: 'upstream unavailable' },
      ])
    })
  })
})
