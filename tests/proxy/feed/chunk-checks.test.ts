import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import type { Network } from '#protocol/address.ts'
import type { PinnedHistory } from '#protocol/checkpoints/pinned-history.ts'
import { ChunkChecks, type ChunkCheckOptions } from '../../../proxy/feed/chunk-checks.ts'
import { chainStart, collectChunk, type Collected } from '../../../proxy/feed/collect.ts'
import { FeedError, type WholeBlocks } from '../../../proxy/feed/whole-blocks.ts'
import { feedNode, type FeedNode } from '../../support/feed/feed-node.ts'

const noPins: PinnedHistory = { checkpoints: [], groups: new Uint8Array() }

let upstream: FeedNode
let collected: Collected

beforeAll(async () => {
  upstream = await feedNode(512)
  const { source, keccak, clearCommitment } = upstream
  const options = { size: 512, network: 'stagenet', keccak, clearCommitment } as const
  collected = await collectChunk(source, chainStart, options)
})

/** Work of blocks before the chunk, two minutes apart. */
const worksOf = (first: bigint, end: bigint, difficulty = 100n) =>
  Array.from({ length: Number(end - first) }, (_, at) => ({
    time: 1_600_000_000 + 120 * at,
    difficulty,
  }))

type Hashed = { blob: string; height: bigint; seed: string }

function checksOf(
  options: Partial<ChunkCheckOptions> & { difficulty?: bigint; hash?: Uint8Array } = {},
) {
  const { difficulty, hash = new Uint8Array(32), ...others } = options
  const hashed: Hashed[] = []
  const asked: [bigint, bigint][] = []
  const source = {
    works: async (first: bigint, end: bigint) => {
      asked.push([first, end])
      return worksOf(first, end, difficulty)
    },
    idAt: async () => new Uint8Array(32).fill(7),
  } satisfies Partial<WholeBlocks>
  const { keccak, keccakParts } = upstream
  const checks = new ChunkChecks({
    network: 'stagenet',
    source: source as unknown as WholeBlocks,
    keccak,
    keccakParts,
    pins: noPins,
    pow: {
      async hash(blob, { height, seedHash }) {
        hashed.push({ blob: bytesToHex(blob), height, seed: bytesToHex(seedHash) })
        return hash
      },
    },
    random: () => 0,
    rules: { pinnedHeight: 100n, leastDifficulty: 1n },
    ...others,
  })
  return { checks, hashed, asked }
}

const idOf = (height: number) => bytesToHex(collected.ids[height]!)
const checkpoint = (height: number, id = idOf(height)) => ({
  height: BigInt(height),
  id,
  cumulativeDifficulty: 1n,
})

describe('a chunk has the blocks that the program knows', () => {
  const groups = () => keccak_256(concatBytes(...collected.ids))

  test('by checkpoints and groups of 512', async () => {
    const pins = { checkpoints: [checkpoint(0), checkpoint(511)], groups: groups() }
    await checksOf({ pins }).checks.require(collected)
  })

  test('error: another block at a checkpoint', async () => {
    const pins = { ...noPins, checkpoints: [checkpoint(0), checkpoint(511, idOf(510))] }
    await expect(checksOf({ pins }).checks.require(collected)).rejects.toThrow(
      new FeedError('block 511 is not the one of stagenet'),
    )
  })

  test('error: another group', async () => {
    const wrong = groups()
    wrong[31]! ^= 1
    await expect(
      checksOf({ pins: { ...noPins, groups: wrong } }).checks.require(collected),
    ).rejects.toThrow(new FeedError('blocks 0 to 511 are not those of stagenet'))
  })
})

describe('work of a chunk', () => {
  test('is checked at its last block and at random ones, with their seeds', async () => {
    const draws = [3, 3, 0, 200]
    const random = (limit: number) => {
      expect(limit).toBe(412)
      return draws.shift()!
    }
    const { checks, hashed, asked } = checksOf({ random })
    await checks.require(collected)
    expect(hashed.map(({ height }) => height)).toEqual([100n, 103n, 300n, 511n])
    expect(hashed.map(({ seed }) => seed)).toEqual(Array<string>(4).fill(idOf(0)))
    const { blob } = await upstream.call('get_block', { height: 300 })
    const block = parseBlock(Uint8Array.from(Buffer.from(blob as string, 'hex')))
    expect(hashed[2]!.blob).toBe(bytesToHex(blockHashingBlob(block)))
    expect(asked).toEqual([[1n, 100n]])
  })

  test('is not asked of the node again for the next chunk', async () => {
    const { checks, asked, hashed } = checksOf()
    await checks.require(collected)
    const next = { ids: collected.ids, chunk: { ...collected.chunk, firstHeight: 512n } }
    await checks.require(next)
    expect(asked).toHaveLength(1)
    expect(hashed.at(-1)).toMatchObject({ height: 1023n, seed: '07'.repeat(32) })
  })

  test.each<[string, Network, Partial<ChunkCheckOptions>]>([
    ['of a private chain', 'fakechain', {}],
    [
      'below the newest known block',
      'stagenet',
      { rules: { pinnedHeight: 512n, leastDifficulty: 1n } },
    ],
  ])('is not checked %s', async (_, network, options) => {
    const { checks, hashed, asked } = checksOf({ ...options, network })
    await checks.require(collected)
    expect([hashed, asked]).toEqual([[], []])
  })

  test('error: a block without it', async () => {
    const { checks } = checksOf({ hash: new Uint8Array(32).fill(255) })
    await expect(checks.require(collected)).rejects.toThrow(
      new FeedError('block 100 has no proof of work for its difficulty'),
    )
  })

  test('error: a difficulty that is too low, in headers or in the chunk', async () => {
    const rules = { pinnedHeight: 1n, leastDifficulty: 101n }
    await expect(checksOf({ rules }).checks.require(collected)).rejects.toThrow(
      new FeedError('block 1: expected a difficulty of at least 101'),
    )
    const later = { ids: collected.ids, chunk: { ...collected.chunk, firstHeight: 5000n } }
    await expect(checksOf({ rules }).checks.require(later)).rejects.toThrow(
      new FeedError('expected a difficulty of at least 101'),
    )
  })
})
