/**
 * NodePair with blocks far above the median: weights, limits, rewards and fees follow alike.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { NodePair } from '../../support/node-comparison/node-pair.ts'

let twins: NodePair
let below: (bound: number) => number

beforeAll(async () => {
  below = seededBelow(seed())
  twins = await NodePair.start({ below })
  await twins.grow('own', 1, minerAddress)
})

/** A miner transaction may hold as many bytes as its block. */
const heavy =
  (bytes: number) =>
  (tx: Transaction): Transaction => ({ ...tx, extra: new Uint8Array(bytes) })

/**
 * The most bytes of a block here. Up to 0.18.0.0 monerod enters a light block into its rolling median
 * without the floor that the block is kept with, so that a middle between a light block and one of more
 * than this depends on whether it was started since; 0.18.5.1 reads what is kept, as we do.
 * monero src/cryptonote_core/blockchain.cpp update_next_cumulative_weight_limit
 */
const most = 375_000

describe('weights', () => {
  test('raise the medians and reduce the reward equally on both nodes', async () => {
    const limit = twins.chain.weightLimit()
    const reward = twins.chain.tip().reward
    for (let i = 0; i < count(4, 40); i++)
      await twins.add({ minerTx: heavy(300_000 + below(most - 300_000)) })
    expect(twins.chain.weightLimit()).toBeGreaterThan(limit)
    expect(twins.chain.tip().reward).toBeLessThan(reward)
  })

  test('lower the medians again', async () => {
    const limit = twins.chain.weightLimit()
    for (let i = 0; i < count(6, 60); i++)
      await twins.mine(below(2) === 0 ? 'own' : 'monerod', 1, minerAddress)
    expect(twins.chain.weightLimit()).toBeLessThan(limit)
  })
})
