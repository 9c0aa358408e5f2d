/**
 * NodePair whose difficulty is computed: the same blocks, mined on either with proofs of work, cost the
 * same, and the chain with more work wins though it is shorter.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import {
  blockHashingBlob,
  blockId,
  parseBlock,
  writeBlock,
  type Block,
} from '#protocol/chain/block.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { NodePair, type Side } from '../../support/node-comparison/node-pair.ts'

/** More than that takes too long to find in a test. */
const hardest = BigInt(count(4, 24))

/** Seconds between blocks that come in a hurry, and that come late. */
const [hurry, late] = [BigInt(count(30, 5)), BigInt(count(240, 2000))]

let twins: NodePair
let below: (bound: number) => number
/** Of the next block. */
let time: bigint

beforeAll(async () => {
  below = seededBelow(seed())
  twins = await NodePair.start({
    below,
    monerod: { difficulty: null },
    own: { options: { network: 'fakechain' } },
  })

  time = BigInt(Math.floor(Date.now() / 1000) - 7 * 86_400)
})

const someSide = (): Side => (below(2) === 0 ? 'monerod' : 'own')

/** A block on a parent as one of them would have it mined, at a time of ours. */
async function template(by: Side, prevBlock: string, timestamp: bigint) {
  const { blocktemplate_blob, difficulty, seed_hash, height } = await twins[by].call(
    'get_block_template',
    { wallet_address: minerAddress, prev_block: prevBlock },
  )
  const block: Block = { ...parseBlock(hexToBytes(blocktemplate_blob)), timestamp }
  return { block, difficulty: BigInt(difficulty), seedHash: hexToBytes(seed_hash), height }
}

type Template = Awaited<ReturnType<typeof template>>

/** With a nonce that solves it, or with one that does not. */
async function withNonce(made: Template, solves: boolean): Promise<Block> {
  const { difficulty, seedHash, height } = made
  for (let nonce = below(2 ** 31); ; nonce++) {
    const block = { ...made.block, nonce }
    const { majorVersion } = block
    const hash = await twins.work.pow.hash(blockHashingBlob(block), {
      majorVersion,
      height,
      seedHash,
    })
    if (checkHash(hash, difficulty) === solves) return block
  }
}

/** Finds a block and hands it to both. @returns Its id. */
async function mine(prevBlock = '', timestamp = time) {
  const made = await template(someSide(), prevBlock, timestamp)
  const block = await withNonce(made, true)
  const blob = writeBlock(block)
  expect(await twins.submit(blob)).toMatchObject({ result: { status: 'OK' } })
  await twins.expectSameState()
  return bytesToHex(blockId(parseBlock(blob)))
}

/** Seconds until the next block: less of them and it becomes harder, more and it becomes easier. */
const stepOf = (difficulty: bigint) =>
  difficulty > hardest ? late : [hurry, 20n, 60n, 120n, 240n][below(5)]!

/** Finds blocks in a hurry until the next is as hard as that. */
async function raiseTo(difficulty: bigint): Promise<void> {
  while (twins.chain.nextDifficulty() < difficulty) {
    await mine()
    time += hurry
  }
}

/** Each of the many blocks of a proof takes seconds of work. */
const workMs = count(300_000, 1_200_000)

describe('difficulty', () => {
  test('is the same after every block, for any timestamps', { timeout: workMs }, async () => {
    await raiseTo(3n)
    for (let i = 0; i < count(6, 60); i++) {
      await mine()
      time += stepOf(twins.chain.nextDifficulty())
    }
  })

  test('error: a block without the work is refused by both', async () => {
    await raiseTo(2n)
    const block = await withNonce(await template(someSide(), '', time), false)
    const answer = await twins.submit(writeBlock(block))
    expect(answer.error.message).toBe('Block not accepted')
    await twins.expectSameState()
  })

  test('decides between branches: two hard blocks outweigh three easy ones', async () => {
    // What three blocks cost, of which two are easy, must be less than two hard ones do.
    await raiseTo(3n)
    const split = twins.chain.topId()
    for (let i = 1n; i <= 3n; i++) await mine('', time + i * 20_000n)
    const easy = twins.chain.tip()
    let parent = split
    let at = 0n
    while (twins.chain.topId() !== parent || parent === split) {
      parent = await mine(parent, time + ++at)
      expect(at).toBeLessThanOrEqual(3n)
    }
    expect(twins.chain.height() - 1n).toBeLessThan(easy.height)
    expect(twins.chain.tip().cumulativeDifficulty).toBeGreaterThan(easy.cumulativeDifficulty)
    if (count(0, 1) === 1) await twins.expectSameAnswers()
  })

  test('is the target of a miner on each node', async () => {
    time = twins.chain.tip().timestamp
    for (const by of ['monerod', 'own'] as const) {
      await twins.grow(by, 1, minerAddress)
      await twins.expectSameState()
    }
  })
})
