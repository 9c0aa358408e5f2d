import { describe, expect, test } from 'vitest'
import { difficultyBlocks, nextDifficulty } from '#protocol/rules/difficulty.ts'
import { ChainReader } from '../../../../proxy/node/blockchain/chain-reader.ts'
import { ChainState, readIncomingBlock } from '../../../../proxy/node/blockchain/chain-state.ts'
import { connect, disconnect } from '../../../../proxy/node/blockchain/main-chain.ts'
import type { Transaction } from '#protocol/chain/transaction.ts'
import { seed } from '../../../support/random/case-counts.ts'
import { seededBelow } from '../../../support/random/sfc32.ts'
import { Tip } from '../../../../proxy/node/blockchain/tip.ts'
import { ChainStore } from '../../../../proxy/stores/chain-store.ts'
import { sqliteDriver } from '../../../../server/sqlite/connection.ts'
import { openMemoryDriver } from '../../../support/storage/memory-driver.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import { openWithPorts } from '../../../support/chains/in-memory-blockchain.ts'
import { addBlock, chainOf } from '../../../support/chains/unchecked-chain.ts'

/** A state after some blocks, whose timestamps rise by a number of seconds. */
async function stateOf(blocks: bigint, seconds = 1n) {
  const { chain, ports } = await openWithPorts()
  for (let height = 1n; height <= blocks; height++)
    await chain.addBlock(makeBlock(chain, { header: { timestamp: 1000n + seconds * height } }).blob)
  return { chain, state: new ChainState(ports) }
}

const mediansOf = (tip: Tip) => ({
  height: tip.height,
  shortTerm: tip.shortTermMedian(),
  longTerm: tip.longTermMedian(),
  effective: tip.weightMedian(),
  earliest: tip.earliestTimestamp,
  time: tip.adjustedTime(0n),
})

describe('Tip', () => {
  test('moves its windows like windows that are read again', async () => {
    const pow = { hash: () => Promise.resolve(new Uint8Array(32)) }
    const chain = await chainOf(0, { fixedDifficulty: null, pow })
    const steps = [difficultyBlocks - 3, 1, 1, 1, 1, 1, 5, -1, -1, -4, 2, -2]
    for (const step of steps) {
      for (let i = 0; i < step; i++) await addBlock(chain)
      if (step < 0) chain.popBlocks(BigInt(-step))
      const height = chain.height()
      const count = BigInt(difficultyBlocks)
      const rows = chain.infos(height > count ? height - count : 1n, height)
      const expected = nextDifficulty(
        rows.map(({ timestamp }) => timestamp),
        rows.map(({ cumulativeDifficulty }) => cumulativeDifficulty),
        120n,
      )
      expect([height, chain.nextDifficulty()]).toEqual([height, expected])
    }
  })

  test.each([
    ['light blocks', 99, 60],
    ['heavy blocks', 0, 300_000],
    ['blocks above the median', 0, 500_000],
  ])('keeps medians while %s come and go', async (_, first, bytes) => {
    const { ports } = await openWithPorts()
    const state = new ChainState(ports)
    const below = seededBelow(seed())
    const add = () => {
      const extra = new Uint8Array(below(bytes))
      const minerTx = (tx: Transaction) => ({ ...tx, extra })
      const header = { timestamp: 1000n + 3n * state.tip.height + BigInt(below(3)) }
      const { blob } = makeBlock(new ChainReader(ports), { minerTx, header })
      connect(state, readIncomingBlock(blob, [], ports.crypto), undefined)
    }
    for (let block = 0; block < first; block++) add()
    for (let step = 0; step < 20; step++) {
      if (state.tip.height > 1n && below(3) === 0) disconnect(state)
      else add()
      expect(mediansOf(state.tip)).toEqual(mediansOf(new Tip(ports.store, 1n)))
    }
  })

  test('has the numbers of an empty private chain', async () => {
    const { state } = await stateOf(0n)
    const { tip } = state
    expect([tip.height, tip.version, tip.difficulty, tip.rctOutputs, tip.nextTx]).toEqual([
      1n,
      16,
      1n,
      0,
      0,
    ])
    // The genesis block weighs 80; limits do not fall below 300 000.
    expect([tip.shortTermMedian(), tip.longTermMedian()]).toEqual([80n, 80n])
    expect([tip.effectiveLongTermMedian(), tip.weightMedian()]).toEqual([300_000n, 300_000n])
  })

  test('limits timestamps from sixty blocks on, the genesis block among them', async () => {
    const { chain, state } = await stateOf(58n)
    expect([state.tip.earliestTimestamp, state.tip.adjustedTime(77n)]).toEqual([0n, 77n])
    await addBlock(chain, { header: { timestamp: 1059n } })
    // Of 0 and 1001 to 1059 the middle two are 1029 and 1030.
    expect(chain.earliestTimestamp()).toBe(1029n)
  })

  test('takes the lower of the carried median and the last timestamp plus 120 s as the time', async () => {
    const { state: fast } = await stateOf(60n, 1n)
    expect(fast.tip.adjustedTime(77n)).toBe(1060n + 120n)
    // The median of 1300 to 19 000 is 10 150; half of 61 targets later are 13 810.
    const { state: slow } = await stateOf(60n, 300n)
    expect(slow.tip.adjustedTime(77n)).toBe(10_150n + 3660n)
  })

  test('counts votes again on request, after a pop has replaced the oldest', async () => {
    const { chain } = await stateOf(3n)
    // The genesis block votes for version 1, the others for version 16.
    expect(chain.forkVotes(16)).toMatchObject({ window: 4, votes: 3 })
    chain.popBlocks(2n)
    expect(chain.forkVotes(16)).toMatchObject({ window: 4, votes: 3 })
    const { state } = await stateOf(3n)
    state.tip.votes.popped(16)
    state.tip.recount()
    expect(state.tip.votes.info('fakechain', 4n, 16)).toMatchObject({ window: 4, votes: 3 })
  })

  test('error: an empty store', async () => {
    const store = new ChainStore(openMemoryDriver(await sqliteDriver()), 'fakechain')
    expect(() => new Tip(store, undefined)).toThrow('chain store is empty: no genesis block')
  })
})
