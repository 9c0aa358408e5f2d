import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import {
  pruneChain,
  pruneOnwards,
  pruningSeedOf,
  stripeOf,
} from '../../../../proxy/node/blockchain/pruning.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const [first, second] = regtest.transactions.map(({ id, hex, prunable_hash }) => ({
  id,
  tx: parseTransaction(hexToBytes(hex)),
  prunable_hash,
}))

/** Real transactions in blocks 1 and 2, and one of version 1 in block 2. */
async function scene() {
  const { chain, ports } = await openWithPorts({ check: () => undefined })
  for (const transactions of [[first!.tx], [second!.tx, makeTransaction(1)]]) {
    const block = makeBlock(chain, { transactions })
    await chain.addBlock(block.blob, block.transactions)
  }
  const { store } = ports
  const isWhole = (id: string) => store.transactions.get(id)!.prunable !== undefined
  return { chain, store, kept: () => [isWhole(first!.id), isWhole(second!.id)] }
}

/** A height at which the blocks below 2 are no longer among the newest 5500. */
const height = 5502

describe('stripeOf', () => {
  test('counts stripes of 4096 blocks, eight of them', () => {
    expect([0, 4095, 4096, 7 * 4096, 8 * 4096].map(stripeOf)).toEqual([1, 1, 2, 8, 1])
  })
})

describe('pruneChain', () => {
  test('drops the signatures of old blocks outside its stripe, and keeps the newest 5500', async () => {
    const { store, kept } = await scene()
    // 3 is the logarithm of eight stripes; stripe 6 is kept, stripe 1 is not.
    expect([pruneChain(store, height, 5), pruningSeedOf(store)]).toEqual([0x185, 0x185])
    expect(kept()).toEqual([false, true])
    expect(store.transactions.get(first!.id)).toMatchObject({
      pruned: hexToBytes(regtest.transactions[0]!.pruned_hex!),
      prunableHash: hexToBytes(first!.prunable_hash!),
    })
  })

  test('keeps the old blocks of its own stripe', async () => {
    const { store, kept } = await scene()
    // The random byte selects one of eight stripes.
    expect(pruneChain(store, height + 1, 8)).toBe(0x180)
    expect(kept()).toEqual([true, true])
  })

  test('keeps the stripe of a chain that was pruned before', async () => {
    const { store, kept } = await scene()
    expect([0, 5].map((random) => pruneChain(store, height, random))).toEqual([0x180, 0x180])
    expect(kept()).toEqual([true, true])
  })

  test('keeps version 1 whole, which has no hash of its signatures', async () => {
    const { chain, store, kept } = await scene()
    pruneChain(store, height + 1, 5)
    expect(kept()).toEqual([false, false])
    const [block] = chain.wholeBlocks(2n)
    const lengths = block!.transactions.map(({ prunable }) => prunable?.length)
    expect(lengths).toEqual([undefined, 64])
  })

  test('keeps all blocks of a short chain', async () => {
    const { chain, kept } = await scene()
    const seed = chain.prune()
    expect([seed >> 7, chain.pruningSeed(), chain.prune()]).toEqual([3, seed, seed])
    expect(kept()).toEqual([true, true])
  })
})

describe('pruneOnwards', () => {
  test('drops the block that left the newest 5500, if the chain is pruned', async () => {
    const { store, kept } = await scene()
    pruneOnwards(store, height)
    expect(kept()).toEqual([true, true])
    pruneChain(store, 3, 5)
    pruneOnwards(store, height - 1)
    expect(kept()).toEqual([true, true])
    pruneOnwards(store, height)
    expect(kept()).toEqual([false, true])
  })

  test('keeps the block if it is of the stripe of the node', async () => {
    const { store, kept } = await scene()
    pruneChain(store, 3, 0)
    pruneOnwards(store, height)
    expect(kept()).toEqual([true, true])
  })
})
