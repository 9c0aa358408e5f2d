import { describe, expect, test } from 'vitest'
import { indexText, type ChunkFiles } from '#protocol/feed/feed-index.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { ReadFeed } from '../../../../../worker/engine/sync/feed/read-feed.ts'
import type { ScanParts } from '../../../../../worker/engine/sync/feed/scan-chunk.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

const file = (digit: string) => ({ digest: digit.repeat(64), bytes: 1 })
const chunks: ChunkFiles[] = Array.from({ length: 4 }, () => ({
  complete: file('a'),
  scan: file('b'),
}))

/** Names of the chunks that a refresh requests, without their digests. */
async function requested(
  network: Network,
  pinnedHeight: bigint,
  kind: 'scan' | 'complete',
  blocks = 512,
) {
  const names = new Set<string>()
  const index = indexText({ network, blocks, first: 512, chunks }, [])
  const daemon = {
    ...fakeDaemon({}),
    feedFile: async (name: string) => {
      if (name === 'index.json') return new TextEncoder().encode(index)
      names.add(name.replace(/-.*/, ''))
      return undefined
    },
  }
  const source = { daemon, network, kind, pinnedHeight }
  const random = (length: number) => new Uint8Array(length)
  for (const at of [0, 1, 2, 3]) {
    const height = BigInt(512 + at * blocks + (at === 3 ? blocks - 1 : 0))
    const compared = { server: 'node', second: undefined, note: () => {} }
    const feed = await ReadFeed.open(source, compared, { random })
    // Nothing but the file of the chunk is needed for its request.
    await expect(feed!.chunkWith(height, {} as ScanParts)).rejects.toThrow(/is missing/)
  }
  return [...names]
}

describe('the rows that a refresh reads', () => {
  const complete = [512, 1024, 1536, 2048].map((height) => `complete/${height}`)

  test('are complete ones', async () => {
    expect(await requested('mainnet', 1n << 40n, 'complete')).toEqual(complete)
  })

  test('are scan rows where the program contains the ids of all blocks', async () => {
    expect(await requested('mainnet', 1535n, 'scan')).toEqual(['scan/512', ...complete.slice(1)])
    expect(await requested('mainnet', 1536n, 'scan')).toEqual([
      'scan/512',
      'scan/1024',
      ...complete.slice(2),
    ])
    expect(await requested('mainnet', 0n, 'scan')).toEqual(complete)
  })

  test('are complete ones above the last whole group, whatever the length of chunks', async () => {
    expect(await requested('mainnet', 1500n, 'scan', 256)).toEqual([
      'scan/512',
      'scan/768',
      'complete/1024',
      'complete/1280',
    ])
  })

  test.each<Network>(['testnet', 'stagenet', 'fakechain'])(
    'are scan rows on %s, whose money is worth nothing',
    async (network) => {
      const scan = complete.map((name) => name.replace('complete', 'scan'))
      expect(await requested(network, 0n, 'scan')).toEqual(scan)
    },
  )
})
