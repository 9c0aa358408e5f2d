import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import {
  parseTransaction,
  type ParsedTransaction,
  type Transaction,
} from '#protocol/chain/transaction.ts'
import { makeBlock, makeTransaction, type Changes } from '../../../support/chains/block-builder.ts'
import { UncheckedPool } from '../../../support/chains/in-memory-blockchain.ts'
import { addBlock, chainOf, reported } from '../../../support/chains/unchecked-chain.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

/** Transactions of a real wallet with the weights in monerod's pool. */
const real = regtest.transactions
  .filter(({ fee }) => fee !== undefined)
  .map(({ id, hex, weight }) => ({
    id,
    tx: parseTransaction(hexToBytes(hex)),
    weight: BigInt(weight!),
  }))

describe('an alternative block', () => {
  test.each<[string, Changes, string]>([
    [
      'of height 0',
      { minerTx: (tx) => ({ ...tx, inputs: [{ kind: 'gen', height: 0n }] }) },
      'miner transaction: height is 0',
    ],
    [
      'with two inputs',
      { minerTx: (tx) => ({ ...tx, inputs: [...tx.inputs, ...tx.inputs] }) },
      'miner transaction: height is 0',
    ],
    ['of another version', { header: { majorVersion: 15 } }, 'version: expected 16, got 15'],
    [
      'older than the median of its branch',
      { header: { timestamp: 1_700_000_000n } },
      'timestamp: expected at least the median of the blocks below it',
    ],
    [
      'of another height',
      { minerTx: (tx) => ({ ...tx, inputs: [{ kind: 'gen', height: 5n }] }) },
      'miner transaction: height: expected 4, got 5',
    ],
  ])('error: %s', async (_, changes, reason) => {
    const chain = await chainOf(5)
    const before = reported(chain)
    const outcome = await addBlock(chain, { parent: chain.idAt(3n)!, ...changes })
    expect(outcome).toEqual({ kind: 'invalid', reason })
    expect([reported(chain), chain.alternativeBlockCount()]).toEqual([before, 0])
  })

  test('of an unknown parent is checked for its version, and not stored', async () => {
    const chain = await chainOf(3)
    const prevId = new Uint8Array(32).fill(7)
    expect(await addBlock(chain, { header: { prevId } })).toEqual({ kind: 'orphan' })
    expect(await addBlock(chain, { header: { prevId, majorVersion: 15 } })).toEqual({
      kind: 'invalid',
      reason: 'version: expected 16, got 15',
    })
    expect(chain.alternativeBlockCount()).toBe(0)
  })

  test('may be as old as the median of its branch', async () => {
    const chain = await chainOf(5)
    // Blocks 1 to 3 are below it.
    const changes = { parent: chain.idAt(3n)!, header: { timestamp: 1_700_000_002n } }
    expect(await addBlock(chain, changes)).toEqual({ kind: 'alternative', height: 4n })
  })

  test('may have a timestamp of the future and a wrong reward', async () => {
    const chain = await chainOf(4)
    const parent = chain.idAt(2n)!
    const changes = { parent, header: { timestamp: 9_000_000_000n }, extraReward: 5n }
    expect(await addBlock(chain, changes)).toEqual({ kind: 'alternative', height: 3n })
  })

  test('has the weight of its transactions, or 0 if one is unknown', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(1, { pool })
    const [mined, waiting, unknown] = real
    await addBlock(chain, { transactions: [mined!.tx] })
    pool.waiting.set(waiting!.id, waiting!.tx)
    const weightWith = async (...transactions: ParsedTransaction[]) => {
      const { blob, id } = makeBlock(chain, { parent: chain.idAt(1n)!, nonce: 1, transactions })
      expect(await chain.addBlock(blob)).toMatchObject({ kind: 'alternative' })
      return chain.block(id)!.info.weight
    }
    const alone = await weightWith()
    // The fees make the reward longer by no byte.
    expect(await weightWith(mined!.tx, waiting!.tx)).toBe(alone + mined!.weight + waiting!.weight)
    expect(await weightWith(mined!.tx, unknown!.tx)).toBe(0n)
  })

  test('brings its transactions into the pool, except known ones', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(1, { pool })
    const [mined, other] = real
    await addBlock(chain, { transactions: [mined!.tx] })
    const changes = { parent: chain.idAt(1n)!, transactions: [mined!.tx, other!.tx] }
    expect(await addBlock(chain, { ...changes, nonce: 1 })).toMatchObject({ kind: 'alternative' })
    expect([...pool.waiting.keys()]).toEqual([other!.id])
  })

  test('is dropped when 64 MiB are stored that have at least as much work', async () => {
    const chain = await chainOf(5)
    const extra = new Uint8Array(500_000)
    const minerTx = (tx: Transaction) => ({ ...tx, extra })
    const block = parseBlock(makeBlock(chain, { parent: chain.idAt(3n)!, minerTx }).blob)
    const most = Math.floor((64 * 1024 * 1024) / writeBlock(block).length)
    const before = reported(chain)
    for (let nonce = 0; nonce < most + 10; nonce++)
      expect(await chain.addBlock(writeBlock({ ...block, nonce }))).toMatchObject({
        kind: 'alternative',
      })
    expect(chain.alternativeBlockCount()).toBe(most)

    const weaker = makeBlock(chain, { parent: chain.idAt(2n)!, minerTx })
    await chain.addBlock(weaker.blob)
    expect([chain.block(weaker.id), chain.alternativeBlockCount()]).toEqual([undefined, most])
    const stronger = makeBlock(chain, { parent: chain.idAt(4n)!, minerTx })
    await chain.addBlock(stronger.blob)
    expect(chain.block(stronger.id)).toMatchObject({ orphan: true })
    expect(reported(chain)).toEqual(before)
  })

  test('error: a malformed transaction arrives with it', async () => {
    const pool = new UncheckedPool()
    pool.addFromBlock = () => ({ flags: [], reason: 'weight' }) as never
    pool.reload = () => {}
    const chain = await chainOf(2, { pool })
    const changes = { parent: chain.idAt(1n)!, transactions: [makeTransaction(1)] }
    expect(await addBlock(chain, changes)).toEqual({
      kind: 'invalid',
      reason: 'invalid transaction: weight',
    })
    expect(chain.alternativeBlockCount()).toBe(0)
  })

  test('error: not enough work, by the difficulty of its branch', async () => {
    const hash = new Uint8Array(32)
    const pow = { hash: () => Promise.resolve(hash) }
    const chain = await chainOf(3, { fixedDifficulty: 2n, pow })
    hash.fill(255)
    const parent = chain.idAt(1n)!
    expect(await addBlock(chain, { parent, nonce: 2 })).toEqual({
      kind: 'invalid',
      reason: 'not enough proof of work',
      badPow: true,
    })
    hash.fill(127, 31)
    expect(await addBlock(chain, { parent, nonce: 1 })).toMatchObject({ kind: 'alternative' })
  })
})

describe('branches', () => {
  test('become the main chain with more work', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(5, { pool })
    await addBlock(chain, { transactions: [makeTransaction(1)] })
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
    const before = reported(chain)
    expect(await chain.addBlock(last.blob)).toMatchObject({ kind: 'invalid' })
    expect(reported(chain)).toEqual(before)
    expect(chain.alternativeBlocks().map(({ id }) => id)).toEqual([good.id])
    expect(await addBlock(chain)).toMatchObject({ kind: 'added' })
  })

  test('that turn out invalid return their transactions to the pool as kept by a block', async () => {
    const pool = new UncheckedPool()
    const chain = await chainOf(5, { pool })
    const waits = makeTransaction(1)
    const id = bytesToHex(transactionId(waits))
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
