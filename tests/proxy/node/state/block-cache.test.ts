import { beforeAll, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import type { OwnBlockchain } from '../../../../proxy/node/blockchain/blockchain.ts'
import type { BlockchainReads } from '../../../../proxy/node/blockchain/types.ts'
import { binBlocks } from '../../../../proxy/node/calls/bin/blocks.ts'
import type { NodeContext } from '../../../../proxy/node/context.ts'
import { BlockCache, groupSize } from '../../../../proxy/node/state/block-cache.ts'
import { newState } from '../../../../proxy/node/state/state.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openBlockchain } from '../../../support/chains/in-memory-blockchain.ts'
import { ownNode } from '../../../support/daemons/in-process-node.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { seededBelow } from '../../../support/random/sfc32.ts'

/** What the call needs beside the chain. */
let context: NodeContext
beforeAll(async () => void (context = (await ownNode({ clock: { now: () => 7n } })).context))

type Params = { start_height: bigint; max_block_count?: bigint; no_miner_tx?: boolean }

/** The answer of a node with or without a cache. */
function answer(chain: BlockchainReads, blocks: BlockCache | undefined, params: Params) {
  const state = { ...newState(context.clock), blocks }
  const { get_blocks } = binBlocks({ ...context, chain: chain as OwnBlockchain, state })
  const { params: fields, result } = bin.get_blocks
  const given = { client: '', block_ids: [], prune: true, requested_info: 0, pool_info_since: 0n }
  const checked = { no_miner_tx: false, max_block_count: 0n, ...given, ...params }
  expect(Object.keys(checked).sort()).toEqual(Object.keys(fields).sort())
  return epeeFrom(result, get_blocks(checked) as never)
}

/** The last number that a block or a transaction has in it, so that no two are equal. */
let tag = 0

/** Adds blocks with up to three transactions each. */
async function grow(chain: OwnBlockchain, blocks: number) {
  for (let left = blocks; left > 0; left--) {
    const transactions = Array.from({ length: left % 4 }, () => makeTransaction(++tag))
    const { blob, transactions: blobs } = makeBlock(chain, { transactions, nonce: ++tag })
    expect(await chain.addBlock(blob, blobs)).toMatchObject({ kind: 'added' })
  }
}

/** Replaces the newest blocks by a branch that is one block longer. */
async function reorganise(chain: OwnBlockchain, depth: number) {
  let parent = chain.idAt(chain.height() - 1n - BigInt(depth))!
  for (let left = depth + 1; left > 0; left--) {
    const { blob, id } = makeBlock(chain, { parent, nonce: ++tag })
    const { kind } = await chain.addBlock(blob)
    expect(kind).toBe(left === 1 ? 'reorganised' : 'alternative')
    parent = id
  }
}

/** The chain, with a count of its reads of blocks. */
function counted(chain: OwnBlockchain) {
  const reads = { count: 0 }
  const wholeBlocks: BlockchainReads['wholeBlocks'] = (...args) => {
    reads.count++
    return chain.wholeBlocks(...args)
  }
  const height = () => chain.height()
  return { reads, chain: { height, idAt: (at: bigint) => chain.idAt(at), wholeBlocks } }
}

const newChain = () => openBlockchain({ check: () => undefined })

describe('get_blocks.bin with a cache', () => {
  test('returns the same bytes, whatever happens to the chain', async () => {
    const below = seededBelow(seed())
    const chain = await newChain()
    const cache = new BlockCache()
    await grow(chain, 2 * groupSize + 10)
    const changes = [
      () => grow(chain, 1 + below(30)),
      () => void chain.popBlocks(BigInt(1 + below(70))),
      () => reorganise(chain, 1 + below(Math.min(60, Number(chain.height()) - 2))),
      () => void chain.prune(),
    ]
    for (let round = count(12, 300); round > 0; round--) {
      await changes[below(changes.length)]!()
      if (chain.height() < 100n) await grow(chain, 60)
      const height = Number(chain.height())
      const starts = [1, groupSize - 1, groupSize, height - 1, 1 + below(height - 1)]
      for (const start of starts)
        for (const most of [0, 1, 1 + below(2 * groupSize)]) {
          const params = { start_height: BigInt(start), max_block_count: BigInt(most) }
          expect(answer(chain, cache, params)).toEqual(answer(chain, undefined, params))
        }
    }
  })

  test('leaves out the indices of miner transactions on request', async () => {
    const chain = await newChain()
    await grow(chain, groupSize)
    const cache = new BlockCache()
    const [all, others] = [false, true].map((no_miner_tx) => {
      const params = { start_height: 1n, no_miner_tx }
      const given = answer(chain, cache, params)
      expect(given).toEqual(answer(chain, undefined, params))
      return given
    })
    expect(others!.length).toBeLessThan(all!.length)
  })
})

describe('BlockCache', () => {
  test('reads a whole group once, and the blocks above it every time', async () => {
    const cache = new BlockCache()
    const own = await newChain()
    await grow(own, groupSize + 3)
    const { chain, reads } = counted(own)
    const first = cache.from(chain, 0)
    expect([first.skip, first.written.sizes.length]).toEqual([0, groupSize])
    expect(cache.from(chain, 7)).toEqual({ written: first.written, skip: 7 })
    expect(reads.count).toBe(1)
    const above = cache.from(chain, groupSize + 1)
    expect([above.skip, above.written.sizes.length]).toEqual([0, 3])
    cache.from(chain, groupSize + 1)
    expect(reads.count).toBe(3)
  })

  test('drops a group with a block that left the chain', async () => {
    const cache = new BlockCache()
    const chain = await newChain()
    await grow(chain, groupSize + 3)
    const before = cache.from(chain, 0).written
    await reorganise(chain, 6)
    const after = cache.from(chain, 0).written
    expect(after.items.bytes).not.toEqual(before.items.bytes)
    chain.popBlocks(10n)
    expect(cache.from(chain, 0).written.sizes).toHaveLength(groupSize - 5)
    await grow(chain, 9)
    expect(cache.from(chain, 0).written.items.bytes).not.toEqual(after.items.bytes)
    const { items, indices } = cache.from(chain, 0).written
    expect(cache.bytes).toBe(items.bytes.length + indices.bytes.length)
  })

  test('keeps the groups that were used last, within its bytes', async () => {
    const own = await newChain()
    await grow(own, 4 * groupSize)
    const size = (group: number) => {
      const { items, indices } = new BlockCache().from(own, group * groupSize).written
      return items.bytes.length + indices.bytes.length
    }
    const sizes = [0, 1, 2, 3].map(size)
    const cache = new BlockCache(sizes[0]! + sizes[1]! + sizes[3]!)
    const { chain, reads } = counted(own)
    const read = (group: number) => {
      const before = reads.count
      cache.from(chain, group * groupSize)
      return reads.count - before
    }
    expect([0, 1, 0, 3, 0].map(read)).toEqual([1, 1, 0, 1, 0])
    expect(cache.bytes).toBe(sizes[0]! + sizes[1]! + sizes[3]!)
    expect([2, 0, 1].map(read)).toEqual([1, 0, 1])
    expect(cache.bytes).toBeLessThanOrEqual(sizes[0]! + sizes[1]! + sizes[3]!)
  })
})
