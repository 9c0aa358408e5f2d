import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { transactionId } from '#protocol/chain/hashes.ts'
import { median } from '#protocol/rules/medians.ts'
import { keyImages } from '../../../../proxy/node/blockchain/block-transactions.ts'
import { ChainState, readIncomingBlock } from '../../../../proxy/node/blockchain/chain-state.ts'
import {
  checkVersion,
  checkWork,
  connect,
  disconnect,
  needsWork,
} from '../../../../proxy/node/blockchain/main-chain.ts'
import { makeBlock, makeTransaction, type Changes } from '../../../support/chains/block-builder.ts'
import {
  openBlockchain,
  openWithPorts,
  UncheckedPool,
} from '../../../support/chains/in-memory-blockchain.ts'
import { addBlock, chainOf, reported } from '../../../support/chains/unchecked-chain.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

/** The state of an empty private chain, and the first blocks that monerod mined on one. */
async function scene() {
  const { ports } = await openWithPorts({ clock: { now: () => 1_800_000_000n } })
  const state = new ChainState(ports)
  const [, first, second] = regtest.blocks
  const add = ({ blob }: { blob: string }) =>
    connect(state, readIncomingBlock(hexToBytes(blob), [], ports.crypto), undefined)
  return { state, add, first: first!, second: second! }
}

describe('connect', () => {
  test('adds blocks of monerod with the numbers that it reports', async () => {
    const { add, first, second } = await scene()
    for (const block of [first, second]) {
      const { header } = block
      expect(add(block)).toMatchObject({
        id: header.hash,
        height: BigInt(header.height),
        majorVersion: 16,
        weight: BigInt(header.block_weight),
        longTermWeight: BigInt(header.long_term_weight),
        reward: BigInt(header.reward),
        cumulativeDifficulty: BigInt(header.height) + 1n,
        fees: 0n,
        txCount: 0,
        minerTxId: block.miner_tx_hash,
      })
    }
  })

  test('takes transactions from the request or from the pool', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(1, { pool })
    const [brought, pooled] = [makeTransaction(1), makeTransaction(2)]
    pool.waiting.set(bytesToHex(transactionId(pooled)), pooled)
    const { blob } = makeBlock(chain, { transactions: [brought, pooled] })
    expect(await chain.addBlock(blob, [brought.blob])).toEqual({ kind: 'added', height: 2n })
    expect(pool.waiting.size).toBe(0)
    expect(chain.transaction(bytesToHex(transactionId(brought)))).toMatchObject({
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
    const before = reported(chain)
    const outcome = await addBlock(chain, changes)
    expect(outcome).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(reason) })
    expect(reported(chain)).toEqual(before)
  })

  test('accepts a timestamp that is two hours ahead', async () => {
    const clock = { now: () => 1_800_000_000n }
    const chain = await chainOf(0, { clock })
    const header = { timestamp: clock.now() + 7200n }
    expect(await addBlock(chain, { header })).toEqual({ kind: 'added', height: 1n })
    expect(await addBlock(chain, { header: { timestamp: clock.now() + 7201n } })).toEqual({
      kind: 'invalid',
      reason: 'timestamp: expected at most two hours ahead',
    })
  })

  test('error: older than the median of the last sixty', async () => {
    const chain = await chainOf(60)
    const timestamps = chain.infos(1n, 60n).map(({ timestamp }) => timestamp)
    const least = median(timestamps)
    expect(await addBlock(chain, { header: { timestamp: least - 1n } })).toEqual({
      kind: 'invalid',
      reason: `timestamp: expected at least ${least}, the median of the last blocks, got ${least - 1n}`,
    })
    expect(await addBlock(chain, { header: { timestamp: least } })).toMatchObject({ kind: 'added' })
  })

  test('error: not enough work', async () => {
    const hash = new Uint8Array(32).fill(255)
    const pow = { hash: () => Promise.resolve(hash) }
    const chain = await openBlockchain({ fixedDifficulty: 2n, pow })
    expect(await addBlock(chain)).toEqual({
      kind: 'invalid',
      reason: 'not enough proof of work',
      badPow: true,
    })
    hash.fill(127, 31)
    expect(await addBlock(chain)).toEqual({ kind: 'added', height: 1n })
  })
})

describe('disconnect', () => {
  test('returns a block that can be added again', async () => {
    const { state, add, first, second } = await scene()
    add(first)
    const record = add(second)
    const popped = disconnect(state)
    expect([popped.id, popped.prevId]).toEqual([second.header.hash, first.header.hash])
    expect(state.tip.block.id).toBe(first.header.hash)
    expect(connect(state, popped, 'checked')).toEqual(record)
  })

  test('leaves what was there before, and returns transactions to the pool', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(3, { pool })
    const before = reported(chain)
    const transactions = [1, 2, 3].map((tag) => makeTransaction(tag))
    await addBlock(chain, { transactions: transactions.slice(0, 2) })
    await addBlock(chain, { transactions: transactions.slice(2) })
    expect(chain.popBlocks(2n)).toBe(4n)
    expect(reported(chain)).toEqual(before)
    // The last transaction of the top block comes first.
    const order = [transactions[2]!, transactions[1]!, transactions[0]!]
    const ids = order.map((tx) => bytesToHex(transactionId(tx)))
    expect([...pool.waiting.keys()]).toEqual(ids)
    const images = transactions.flatMap(keyImages)
    expect(images.map((image) => chain.hasKeyImage(image))).toEqual([false, false, false])
  })

  test('error: the genesis block', async () => {
    const { state } = await scene()
    expect(() => disconnect(state)).toThrow('the genesis block cannot be removed')
    expect(state.store.rows('blocks')).toBe(1)
  })
})

describe('checkVersion', () => {
  test('accepts the version of the rules with any vote for it or a later one', () => {
    for (const minorVersion of [16, 17, 255])
      expect(() => checkVersion({ majorVersion: 16, minorVersion }, 16)).not.toThrow()
    // Old blocks without a vote count as votes for version 1.
    expect(() => checkVersion({ majorVersion: 1, minorVersion: 0 }, 1)).not.toThrow()
    expect(() => checkVersion({ majorVersion: 2, minorVersion: 0 }, 2)).toThrow(
      'voted version: expected at least 2, got 0',
    )
  })
})

describe('checkWork', () => {
  test('accepts a hash that difficulty times itself stays within 256 bits', () => {
    const largest = new Uint8Array(32).fill(255)
    const half = largest.with(31, 127)
    expect([needsWork(1n), needsWork(2n)]).toEqual([false, true])
    expect(() => checkWork(undefined, 1n)).not.toThrow()
    expect(() => checkWork(half, 2n)).not.toThrow()
    expect(() => checkWork('checked', 2n)).not.toThrow()
    for (const [work, difficulty] of [
      [largest, 2n],
      [half, 3n],
      [undefined, 2n],
    ] as const)
      expect(() => checkWork(work, difficulty)).toThrow(
        expect.objectContaining({ message: 'not enough proof of work', flags: { badPow: true } }),
      )
  })

  test('error: a difficulty of more than 128 bits, even for a checked block', () => {
    expect(() => checkWork('checked', 0n)).toThrow('difficulty exceeds 128 bits')
  })
})
