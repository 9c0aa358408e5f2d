import { describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import {
  blocksPerFile,
  packCounts,
  readCountFile,
  settledAge,
} from '#protocol/daemon/output-counts.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { OutputCountFiles, type CountFileCache } from '../../proxy/output-counts.ts'
import { upstreamBackend } from '../../proxy/upstream/backend.ts'
import { UpstreamUnavailable } from '../../proxy/upstream/node.ts'
import { fakeNode, fakeProxy } from '../support/daemons/fake-upstream-node.ts'
import { ownNode } from '../support/daemons/in-process-node.ts'

const { get_output_distribution } = bin
const status = { status: 'OK', untrusted: false, credits: 0n, top_hash: '' }
/** RingCT begins in the second file. */
const start = blocksPerFile + 1000
const countAt = (height: number) => (height < start ? 0 : 1 + (height % 200))
const counts = (from: number, to: number) =>
  packCounts(Array.from({ length: to - from }, (_, at) => countAt(from + at)))
const sumBelow = (height: number) => {
  let sum = 0
  for (let at = start; at < height; at++) sum += countAt(at)
  return sum
}

type Given = { from_height: bigint; to_height: bigint }

const urlOf = (height: number | string) => `http://localhost/output-counts/v1/${height}`
const requestFor = (height: number | string, headers = {}) => ({
  url: urlOf(height),
  headers: new Headers(headers),
})

/** A monerod with a chain of `blocks` blocks, and the files of a proxy in front of it. */
function scene(blocks: number, cache?: CountFileCache) {
  const chain = { blocks, change: (given: object) => given }
  const asked: Given[] = []
  const node = fakeNode(({ path, body }) => {
    expect(path).toBe('/get_output_distribution.bin')
    const given = epeeTo(get_output_distribution.params, body)
    expect(given).toMatchObject({ amounts: [0n], cumulative: false, binary: true, compress: true })
    asked.push(given)
    const from = Math.max(start, Number(given.from_height))
    const only = {
      amount: 0n,
      start_height: BigInt(from),
      binary: true,
      compress: true,
      distribution: new BigUint64Array(),
      compressed_data: counts(from, chain.blocks),
      base: BigInt(sumBelow(from)),
    }
    const distributions = [chain.change(only) as typeof only]
    return epeeFrom(get_output_distribution.result, { ...status, distributions })
  })
  const clock = { ms: 0 }
  const files = new OutputCountFiles(upstreamBackend(node), () => clock.ms, cache)
  const bytes = async (height: number | string, headers = {}) => {
    const answer = await files.answer(requestFor(height, headers))
    return answer.status === 200 ? new Uint8Array(await answer.arrayBuffer()) : answer.status
  }
  return { chain, asked, node, files, bytes, clock }
}

const enough = (files: number) => files * blocksPerFile + settledAge

describe('files of output counts', () => {
  test('are made once, from the first block with RingCT outputs on', async () => {
    const { bytes, asked } = scene(enough(3))
    const second = readCountFile((await bytes(blocksPerFile)) as Uint8Array)
    expect(second.before).toBe(0)
    expect(second.packed).toEqual(counts(blocksPerFile, 2 * blocksPerFile))
    const third = readCountFile((await bytes(2 * blocksPerFile)) as Uint8Array)
    expect(third.before).toBe(sumBelow(2 * blocksPerFile))
    expect(third.packed).toEqual(counts(2 * blocksPerFile, 3 * blocksPerFile))
    expect(await bytes(0)).toBe(404)
    expect(await bytes(3 * blocksPerFile)).toBe(404)
    expect(asked.map(({ from_height, to_height }) => [from_height, to_height])).toEqual([[0n, 0n]])
  })

  test('end a day below the top block, and follow the chain', async () => {
    const { bytes, asked, chain, clock } = scene(enough(3) - 1)
    expect(await bytes(2 * blocksPerFile)).toBe(404)
    chain.blocks = enough(4)
    expect(await bytes(2 * blocksPerFile)).toBe(404)
    expect(asked).toHaveLength(1)
    clock.ms += 60_000
    expect(await bytes(2 * blocksPerFile)).toBeInstanceOf(Uint8Array)
    const last = readCountFile((await bytes(3 * blocksPerFile)) as Uint8Array)
    expect(last.before).toBe(sumBelow(3 * blocksPerFile))
    expect(asked.map(({ from_height }) => from_height)).toEqual([0n, BigInt(2 * blocksPerFile)])
  })

  test('can be cached for ever', async () => {
    const { files } = scene(enough(2))
    const { headers } = await files.answer(requestFor(blocksPerFile))
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('application/octet-stream')
  })

  test('are taken from a cache that another instance has filled, unless the request forbids it', async () => {
    const kept = new Map<string, Uint8Array<ArrayBuffer>>()
    const cache: CountFileCache = {
      find: async (url) => kept.get(url),
      keep: async (url, file) => void kept.set(url, file),
    }
    const first = scene(enough(3), cache)
    const file = await first.bytes(blocksPerFile)
    expect([...kept.keys()]).toEqual([urlOf(blocksPerFile), urlOf(2 * blocksPerFile)])
    const second = scene(enough(3), cache)
    expect(await second.bytes(blocksPerFile)).toEqual(file)
    expect(second.asked).toEqual([])

    kept.set(urlOf(blocksPerFile), Uint8Array.of(1))
    expect(await second.bytes(blocksPerFile)).toEqual(Uint8Array.of(1))
    expect(await second.bytes(blocksPerFile, { 'cache-control': 'no-cache' })).toEqual(file)
    expect(second.asked).toHaveLength(1)
    expect(kept.get(urlOf(blocksPerFile))).toEqual(file)
  })

  test('simultaneous requests cause one request to the node', async () => {
    const { bytes, asked } = scene(enough(2))
    await Promise.all([bytes(blocksPerFile), bytes(blocksPerFile), bytes(0)])
    expect(asked).toHaveLength(1)
  })

  test.each(['1', '-65536', '65536.0', '99999999999', '0x10000', '', 'NaN'])(
    'error: %s is not the height of a file',
    async (height) => {
      const { bytes, asked } = scene(enough(2))
      expect(await bytes(height)).toBe(404)
      expect(asked).toEqual([])
    },
  )

  test.each<[string, (given: object) => object]>([
    ['of another amount', (given) => ({ ...given, amount: 1n })],
    ['not compressed', (given) => ({ ...given, compress: false })],
    ['with other outputs before', (given) => ({ ...given, base: 1n })],
    [
      'with a count that no block has',
      (given) => ({
        ...given,
        compressed_data: packCounts(Array(3 * blocksPerFile).fill(2 ** 30)),
      }),
    ],
  ])('error: a distribution %s makes no file, and is requested again later', async (_, change) => {
    const { bytes, chain, clock } = scene(enough(2))
    chain.change = change
    expect(await bytes(blocksPerFile)).toBe(404)
    chain.change = (given) => given
    expect(await bytes(blocksPerFile)).toBe(404)
    clock.ms += 60_000
    expect(readCountFile((await bytes(blocksPerFile)) as Uint8Array).before).toBe(0)
  })

  test.each<[string, () => never]>([
    ['unavailable', () => raise(new UpstreamUnavailable('unsent'))],
    ['broken', () => '<html>' as never],
  ])('error: 404 while the node is %s', async (_, reply) => {
    const files = new OutputCountFiles(upstreamBackend(fakeNode(reply)), () => 0)
    expect((await files.answer(requestFor(0))).status).toBe(404)
  })
})

describe('the proxy', () => {
  test('serves them, and those of the nodes that a page may choose', async () => {
    const { node } = scene(enough(2))
    const other = scene(enough(2)).node
    const app = fakeProxy(node, { others: new Map([['http://other.example:18081', other]]) })
    const path = `/output-counts/v1/${blocksPerFile}`
    expect((await app.request(path)).status).toBe(200)
    expect((await app.request(`/node/other.example:18081${path}`)).status).toBe(200)
    expect(other.asked).toHaveLength(1)
  })

  test('error: refuses pages of other origins', async () => {
    const headers = { origin: 'http://evil.example' }
    const answer = await fakeProxy(fakeNode()).request('/output-counts/v1/0', { headers })
    expect(answer.status).toBe(403)
  })

  test('error: a young chain of our own node has none', async () => {
    const node = await ownNode()
    expect((await node.app.request('/output-counts/v1/0')).status).toBe(404)
  })
})

function raise(error: Error): never {
  throw error
}
