import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { difficultyBlocks, nextDifficulty } from '#protocol/rules/difficulty.ts'
import { median } from '#protocol/rules/medians.ts'
import { transactionId as idOf } from '#protocol/chain/hashes.ts'
import type { OwnBlockchain } from '../../../../proxy/node/blockchain/blockchain.ts'
import { stripeOf } from '../../../../proxy/node/blockchain/pruning.ts'
import { makeBlock, makeTransaction, type Changes } from '../../../support/chains/block-builder.ts'
import {
  openBlockchain,
  UncheckedPool,
  type OwnChainOptions,
} from '../../../support/chains/in-memory-blockchain.ts'

/** A chain with some blocks that accepts every transaction. */
async function chainOf(blocks: number, options: OwnChainOptions = {}) {
  const chain = await openBlockchain({ check: () => undefined, ...options })
  for (let i = 0; i < blocks; i++) await add(chain)
  return chain
}

async function add(chain: OwnBlockchain, changes: Changes = {}) {
  const { blob, transactions } = makeBlock(chain, changes)
  return chain.addBlock(blob, transactions)
}

/** Everything that the chain reports. */
const told = (chain: OwnBlockchain) => ({
  infos: chain.infos(0n, chain.height()),
  outputs: chain.outputAmounts(),
  perBlock: chain.outputsPerBlock(0n, 0n, chain.height() - 1n),
  transactions: chain.transactionCount(),
  median: chain.weightMedian(),
  difficulty: chain.nextDifficulty(),
})

describe('the chain of an empty store', () => {
  test('has the genesis block of its network', async () => {
    const chain = await openBlockchain({ network: 'stagenet' })
    expect([chain.height(), chain.topId()]).toEqual([
      1n,
      '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
    ])
    expect(chain.tip()).toMatchObject({
      difficulty: 1n,
      cumulativeDifficulty: 1n,
      generatedCoins: 17_592_186_044_415n,
      weight: 80n,
      longTermWeight: 80n,
      txCount: 0,
      timestamp: 0n,
      nonce: 10_002,
    })
  })
})

describe('a block', () => {
  test('is added to the tip', async () => {
    const chain = await chainOf(2)
    expect(await add(chain)).toEqual({ kind: 'added', height: 3n })
    expect(chain.height()).toBe(4n)
  })

  test('takes its transactions from the request or from the pool', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(1, { pool })
    const [brought, pooled] = [makeTransaction(1), makeTransaction(2)]
    pool.waiting.set(bytesToHex(idOf(pooled)), pooled)
    const { blob } = makeBlock(chain, { transactions: [brought, pooled] })
    expect(await chain.addBlock(blob, [brought.blob])).toEqual({ kind: 'added', height: 2n })
    expect(pool.waiting.size).toBe(0)
    expect(chain.transaction(bytesToHex(idOf(brought)))).toMatchObject({
      height: 2n,
      outputIndices: [0n, 1n],
      prunableHash: undefined,
    })
  })

  test.each<[string, Changes, string]>([
    ['of another version', { header: { majorVersion: 15 } }, 'version: expected 16, got 15'],
    [
      'that votes for an older version',
      { header: { minorVersion: 15 } },
      'voted version: expected at least 16, got 15',
    ],
    [
      'from the future',
      { header: { timestamp: 1_900_000_000n } },
      'timestamp: expected at most two hours ahead',
    ],
    [
      'with a reward that is too high',
      { extraReward: 1n },
      'miner transaction: reward: expected 35184137208383, got 35184137208384',
    ],
    [
      'with a reward that is too low',
      { extraReward: -1n },
      'miner transaction: reward: expected 35184137208383, got 35184137208382',
    ],
    [
      'of another height',
      { minerTx: (tx) => ({ ...tx, inputs: [{ kind: 'gen', height: 7n }] }) },
      'miner transaction: height: expected 4, got 7',
    ],
    [
      'with a reward that is unlocked too early',
      { minerTx: (tx) => ({ ...tx, unlockTime: 63n }) },
      'miner transaction: unlock time: expected 64, got 63',
    ],
    [
      'that has no view tag',
      {
        minerTx: (tx) => ({
          ...tx,
          outputs: tx.outputs.map(({ amount, key }) => ({ amount, key })),
        }),
      },
      'miner transaction: an output has no view tag',
    ],
    [
      'with a miner transaction of version 1',
      { minerTx: ({ ringct: _, ...tx }) => ({ ...tx, version: 1, signatures: [] }) },
      'miner transaction: version: expected at least 2, got 1',
    ],
    [
      'with two inputs',
      { minerTx: (tx) => ({ ...tx, inputs: [...tx.inputs, ...tx.inputs] }) },
      'miner transaction: expected one coinbase input',
    ],
  ])('error: %s', async (_, changes, reason) => {
    const clock = { now: () => 1_800_000_000n }
    const chain = await chainOf(3, { clock })
    const before = told(chain)
    const outcome = await add(chain, changes)
    expect(outcome).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(reason) })
    expect(told(chain)).toEqual(before)
  })

  test('error: older than the median of the last sixty', async () => {
    const chain = await chainOf(60)
    const timestamps = chain.infos(1n, 60n).map(({ timestamp }) => timestamp)
    const least = median(timestamps)
    expect(await add(chain, { header: { timestamp: least - 1n } })).toEqual({
      kind: 'invalid',
      reason: `timestamp: expected at least ${least}, the median of the last blocks, got ${least - 1n}`,
    })
    expect(await add(chain, { header: { timestamp: least } })).toMatchObject({ kind: 'added' })
  })

  test('error: a transaction is missing', async () => {
    const chain = await chainOf(1)
    const { blob } = makeBlock(chain, { transactions: [makeTransaction(1)] })
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'invalid', missingTxs: true })
  })

  test('error: a transaction is invalid', async () => {
    const check = () => ({ flags: ['invalid_input' as const], reason: 'so be it' })
    const chain = await chainOf(1, { check })
    expect(await add(chain, { transactions: [makeTransaction(1)] })).toEqual({
      kind: 'invalid',
      reason: 'invalid transaction: so be it',
    })
  })

  test('error: a key image is spent, in another block or in this one', async () => {
    const chain = await chainOf(1)
    const [first, again, third] = [1n, 2n, 3n].map((amount) => makeTransaction(1, amount))
    expect(await add(chain, { transactions: [first!, again!] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is spent twice'),
    })
    expect(await add(chain, { transactions: [first!] })).toMatchObject({ kind: 'added' })
    expect(await add(chain, { transactions: [third!] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is spent twice'),
    })
  })

  test('error: a transaction is already in the chain', async () => {
    const chain = await chainOf(1)
    const first = makeTransaction(1)
    await add(chain, { transactions: [first] })
    expect(await add(chain, { transactions: [first] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is already in the chain'),
    })
  })

  test('error: not enough work', async () => {
    const hash = new Uint8Array(32).fill(255)
    const pow = { hash: () => Promise.resolve(hash) }
    const chain = await openBlockchain({ fixedDifficulty: 2n, pow })
    expect(await add(chain)).toEqual({
      kind: 'invalid',
      reason: 'not enough proof of work',
      badPow: true,
    })
    hash.fill(127, 31)
    expect(await add(chain)).toEqual({ kind: 'added', height: 1n })
  })

  test('error: bytes that are not a block', async () => {
    const chain = await chainOf(1)
    expect(await chain.addBlock(new Uint8Array(50))).toMatchObject({ kind: 'invalid' })
  })
})

describe('branches', () => {
  test('become the main chain with more work', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(5, { pool })
    await add(chain, { transactions: [makeTransaction(1)] })
    const split = chain.idAt(4n)!
    const first = makeBlock(chain, { parent: split, nonce: 1 })
    expect(await chain.addBlock(first.blob)).toEqual({ kind: 'alternative', height: 5n })
    const second = makeBlock(chain, { parent: first.id, nonce: 1 })
    expect(await chain.addBlock(second.blob)).toEqual({ kind: 'alternative', height: 6n })
    const third = makeBlock(chain, { parent: second.id, nonce: 1 })
    expect(await chain.addBlock(third.blob)).toEqual({
      kind: 'reorganised',
      height: 7n,
      splitHeight: 5n,
    })
    expect(chain.ids(4n, 9)).toEqual([split, first.id, second.id, third.id])
    const beside = chain.alternativeBlocks().map(({ height }) => height)
    expect(beside.toSorted()).toEqual([5n, 6n])
    expect(pool.waiting.size).toBe(1)
    expect(chain.outputAmounts().map(({ amount }) => amount)).toEqual([0n, 17_592_186_044_415n])
  })

  test('that turn out invalid are removed, and the chain is unchanged', async () => {
    const pool = new UncheckedPool()
    pool.reload = () => {}
    const chain = await chainOf(5, { pool })
    const split = chain.idAt(3n)!
    const good = makeBlock(chain, { parent: split, nonce: 1 })
    // What is due is only known on the main chain.
    await chain.addBlock(good.blob)
    const bad = makeBlock(chain, { parent: good.id, nonce: 1, extraReward: 5n })
    await chain.addBlock(bad.blob)
    const last = makeBlock(chain, { parent: bad.id, nonce: 1 })
    const before = told(chain)
    expect(await chain.addBlock(last.blob)).toMatchObject({ kind: 'invalid' })
    expect(told(chain)).toEqual(before)
    expect(chain.alternativeBlocks().map(({ id }) => id)).toEqual([good.id])
    expect(await add(chain)).toMatchObject({ kind: 'added' })
  })

  test('that turn out invalid return their transactions to the pool as kept by a block', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(5, { pool })
    const waits = makeTransaction(1)
    const id = bytesToHex(idOf(waits))
    pool.waiting.set(id, waits)
    pool.reload = () => pool.waiting.set(id, waits)
    const given: string[] = []
    pool.giveBack = (_, back) => given.push(back)
    const good = makeBlock(chain, { parent: chain.idAt(4n)!, transactions: [waits] })
    await chain.addBlock(good.blob)
    const bad = makeBlock(chain, { parent: good.id, extraReward: 5n })
    expect(await chain.addBlock(bad.blob)).toMatchObject({ kind: 'invalid' })
    expect(given).toEqual([id])
  })
})

describe('popping', () => {
  test('leaves what was there before', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(3, { pool })
    const before = told(chain)
    await add(chain, { transactions: [makeTransaction(1), makeTransaction(2)] })
    await add(chain, { transactions: [makeTransaction(3)] })
    expect(chain.popBlocks(2n)).toBe(4n)
    expect(told(chain)).toEqual(before)
    expect([...pool.waiting.values()].map(({ inputs }) => inputs)).toHaveLength(3)
    expect(chain.hasKeyImage(new Uint8Array(32))).toBe(false)
  })

  test('keeps the genesis block', async () => {
    const chain = await chainOf(3)
    expect(chain.popBlocks(100n)).toBe(1n)
    expect(await add(chain)).toEqual({ kind: 'added', height: 1n })
  })
})

describe('windows over the newest blocks', () => {
  test('move like windows that are read again', async () => {
    const pow = { hash: () => Promise.resolve(new Uint8Array(32)) }
    const chain = await chainOf(0, { fixedDifficulty: null, pow })
    const steps = [difficultyBlocks - 3, 1, 1, 1, 1, 1, 5, -1, -1, -4, 2, -2]
    for (const step of steps) {
      for (let i = 0; i < step; i++) await add(chain)
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
})

describe('pruning', () => {
  test('counts stripes of 4096 blocks, eight of them', () => {
    expect([0, 4095, 4096, 7 * 4096, 8 * 4096].map(stripeOf)).toEqual([1, 1, 2, 8, 1])
  })

  test('keeps the newest 5500 blocks whole', async () => {
    const chain = await chainOf(1)
    await add(chain, { transactions: [makeTransaction(1)] })
    const seed = chain.prune()
    expect([seed >> 7, chain.pruningSeed(), chain.prune()]).toEqual([3, seed, seed])
    expect([...chain.wholeBlocks(2n)][0]!.transactions[0]!.prunable).toHaveLength(64)
  })
})
