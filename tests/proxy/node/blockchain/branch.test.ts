import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  branchDifficulty,
  branchMedianTime,
  branchOf,
  parentOf,
  positionAfter,
} from '../../../../proxy/node/blockchain/branch.ts'
import { ChainState } from '../../../../proxy/node/blockchain/chain-state.ts'
import { makeBlock } from '../../../support/chains/block-builder.ts'
import {
  openWithPorts,
  type OwnChainOptions,
} from '../../../support/chains/in-memory-blockchain.ts'
import { count, seed } from '../../../support/random/case-counts.ts'

/** A chain of blocks 1 to 5, and a branch of two blocks on block 3. */
async function scene(options: OwnChainOptions = {}) {
  const { chain, ports } = await openWithPorts(options)
  for (let block = 0; block < 5; block++) await chain.addBlock(makeBlock(chain).blob)
  const beside = []
  for (let parent = chain.idAt(3n)!; beside.length < 2;) {
    const { blob, id } = makeBlock(chain, { parent, nonce: 1 })
    await chain.addBlock(blob)
    beside.push(id)
    parent = id
  }
  return { chain, state: new ChainState(ports), beside }
}

describe('branchOf', () => {
  test('is empty above the top block and above other blocks of the main chain', async () => {
    const { chain, state } = await scene()
    expect(branchOf(state, chain.topId())).toEqual({ links: [], base: 5n, height: 6n })
    expect(branchOf(state, chain.idAt(2n)!)).toEqual({ links: [], base: 2n, height: 3n })
  })

  test('has the alternative blocks from the fork on, with their timestamps', async () => {
    const { state, beside } = await scene()
    const { links, base, height } = branchOf(state, beside[1]!)!
    expect([base, height]).toEqual([3n, 6n])
    expect(links).toMatchObject(
      beside.map((id, at) => ({
        id,
        height: BigInt(4 + at),
        timestamp: BigInt(1_700_000_004 + at),
      })),
    )
  })

  test('error: an unknown parent', async () => {
    const { state } = await scene()
    expect(branchOf(state, '07'.repeat(32))).toBeUndefined()
    expect(positionAfter(state, '07'.repeat(32))).toBeUndefined()
  })
})

describe('branchMedianTime', () => {
  test('is the median of the branch and the blocks below it, without the genesis block', async () => {
    const { chain, state, beside } = await scene()
    const medianAfter = (id: string) => branchMedianTime(state, branchOf(state, id)!)
    expect(medianAfter(chain.idAt(0n)!)).toBe(0n)
    expect(medianAfter(chain.idAt(3n)!)).toBe(1_700_000_002n)
    // Blocks 1, 2 and 3 of the main chain, 4 and 5 of the branch.
    expect(medianAfter(beside[1]!)).toBe(1_700_000_003n)
  })
})

describe('branchDifficulty', () => {
  const pow = { hash: () => Promise.resolve(new Uint8Array(32)) }

  test('is the fixed difficulty, where there is one', async () => {
    const { state, beside } = await scene({ fixedDifficulty: 7n, pow })
    expect(branchDifficulty(state, branchOf(state, beside[1]!)!)).toBe(7n)
  })

  test('is that of the main chain above the same blocks, whichever of them are alternative', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 6, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (seconds, fork) => {
        const options = { fixedDifficulty: null, pow }
        const [main, other] = [await openWithPorts(options), await openWithPorts(options)]
        let time = 1_700_000_000n
        const timestamps = seconds.map((gap) => (time += BigInt(gap)))
        for (const timestamp of timestamps)
          await main.chain.addBlock(makeBlock(main.chain, { header: { timestamp } }).blob)
        // The other chain has the same blocks, the upper ones beside a longer chain of fast blocks.
        const blobs = timestamps.map((_, at) => main.chain.blobAt(BigInt(at + 1))!)
        for (const blob of blobs.slice(0, fork)) await other.chain.addBlock(blob)
        for (let block = fork; block < blobs.length + 1; block++) {
          const header = { timestamp: 1_700_000_000n + BigInt(fork * 400 + block), nonce: 9 }
          await other.chain.addBlock(makeBlock(other.chain, { header }).blob)
        }
        const state = () => new ChainState(other.ports)
        for (const blob of blobs.slice(fork)) await other.chain.addBlock(blob)
        const branch = branchOf(state(), main.chain.topId())!
        expect(branchDifficulty(state(), branch)).toBe(main.chain.nextDifficulty())
      }),
      { numRuns: count(10, 200), seed: seed() },
    )
  })
})

describe('positionAfter', () => {
  test('has the coins and the weight of the parent, beside the chain or in it', async () => {
    const { chain, state, beside } = await scene()
    const { weight, generatedCoins } = chain.block(beside[1]!)!.info
    expect(positionAfter(state, beside[1]!)).toEqual({
      height: 6n,
      difficulty: 1n,
      beside: true,
      weight,
      generatedCoins,
      seed: { height: 0n, id: chain.idAt(0n) },
    })
    expect(positionAfter(state, beside[0]!)).toMatchObject({ height: 5n, beside: true })
    expect(positionAfter(state, chain.topId())).toMatchObject({
      beside: false,
      generatedCoins: chain.tip().generatedCoins,
    })
    expect(parentOf(state, branchOf(state, chain.idAt(2n)!)!)).toEqual(chain.infoAt(2n))
  })

  test('has the seed of the branch, where the branch contains the seed block', async () => {
    // The key changes every second block, one block late: block 6 uses block 4.
    const { chain, state, beside } = await scene({ epoch: { blocks: 2n, lag: 1n } })
    expect(positionAfter(state, beside[1]!)!.seed).toEqual({ height: 4n, id: beside[0] })
    expect(positionAfter(state, chain.topId())!.seed).toEqual({ height: 4n, id: chain.idAt(4n) })
    expect(positionAfter(state, beside[0]!)!.seed).toEqual({ height: 2n, id: chain.idAt(2n) })
  })
})
