import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { transactionId } from '#protocol/chain/hashes.ts'
import {
  checkKeyImages,
  giveBack,
  keyImages,
  withTransactions,
} from '../../../../proxy/node/blockchain/block-transactions.ts'
import {
  ChainState,
  InvalidBlock,
  readIncomingBlock,
} from '../../../../proxy/node/blockchain/chain-state.ts'
import type { Refusal } from '../../../../proxy/node/types.ts'
import { makeBlock, makeTransaction } from '../../../support/chains/block-builder.ts'
import { openWithPorts, UncheckedPool } from '../../../support/chains/in-memory-blockchain.ts'
import { addBlock, chainOf } from '../../../support/chains/unchecked-chain.ts'

const transactions = [1, 2, 3].map((tag) => makeTransaction(tag))
const ids = transactions.map((tx) => bytesToHex(transactionId(tx)))
const [first, second] = transactions

/** A block with three transactions, of which some wait in the pool and the others arrive with it. */
async function scene(pooled: number, refusal?: Refusal & { at?: number }) {
  const pool = new UncheckedPool()
  const { chain, ports } = await openWithPorts({ pool, check: () => refusal })
  const { blob } = makeBlock(chain, { transactions })
  transactions.slice(0, pooled).forEach((tx, at) => pool.waiting.set(ids[at]!, tx))
  const state = new ChainState(ports)
  const brought = transactions.slice(pooled).map((tx) => tx.blob)
  return { pool, state, ports, incoming: readIncomingBlock(blob, brought, ports.crypto) }
}

/** The error of a block, and the transactions that it had taken from the pool. */
function refusalOf(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (!(error instanceof InvalidBlock)) throw error
    return { message: error.message, flags: error.flags, taken: error.taken.map(({ id }) => id) }
  }
  return undefined
}

describe('withTransactions', () => {
  test('finds transactions in the pool and those that arrived, with weight and fee', async () => {
    const { state, incoming, pool } = await scene(2)
    const found = withTransactions(state, incoming, (all) => all)
    expect(found).toMatchObject(
      [true, true, false].map((fromPool, at) => ({
        id: ids[at],
        fromPool,
        weight: BigInt(transactions[at]!.blob.length),
        // 1000 in, two times 300 out.
        fee: 400n,
      })),
    )
    expect(pool.waiting.size).toBe(2)
  })

  test('error: a transaction is unknown', async () => {
    const { state, incoming } = await scene(2)
    incoming.supplement = new Map()
    expect(refusalOf(() => withTransactions(state, incoming, () => 0))).toEqual({
      message: `transaction ${ids[2]} is unknown`,
      flags: { missingTxs: true },
      taken: ids.slice(0, 2),
    })
  })

  test('error: an invalid transaction leaves those behind it in the pool', async () => {
    const refusal = { at: 1, flags: [], reason: 'age of a ring member' }
    const { state, incoming } = await scene(3, refusal)
    expect(refusalOf(() => withTransactions(state, incoming, () => 0))).toEqual({
      message: 'invalid transaction: age of a ring member',
      flags: {},
      taken: ids.slice(0, 2),
    })
    expect(state.invalid.has(incoming.id)).toBe(true)
  })

  test('error: a malformed transaction does not make its block invalid for ever', async () => {
    const { state, incoming } = await scene(3, { flags: [], reason: 'size' })
    expect(refusalOf(() => withTransactions(state, incoming, () => 0))).toEqual({
      message: 'invalid transaction: size',
      flags: {},
      taken: [],
    })
    expect(state.invalid.has(incoming.id)).toBe(false)
  })

  test('error: a block that is refused afterwards names what it took', async () => {
    const { state, incoming } = await scene(1)
    const refuse = () => {
      throw new InvalidBlock('reward')
    }
    const refusal = refusalOf(() => withTransactions(state, incoming, refuse))
    expect(refusal).toEqual({ message: 'reward', flags: {}, taken: ids.slice(0, 1) })
  })

  test('error: a transaction is missing', async () => {
    const chain = await chainOf(1)
    const { blob } = makeBlock(chain, { transactions: [makeTransaction(1)] })
    expect(await chain.addBlock(blob)).toMatchObject({ kind: 'invalid', missingTxs: true })
  })

  test('error: a transaction is invalid', async () => {
    const check = () => ({ flags: ['invalid_input' as const], reason: 'so be it' })
    const chain = await chainOf(1, { check })
    expect(await addBlock(chain, { transactions: [makeTransaction(1)] })).toEqual({
      kind: 'invalid',
      reason: 'invalid transaction: so be it',
    })
  })

  test('error: a transaction is already in the chain', async () => {
    const chain = await chainOf(1)
    const first = makeTransaction(1)
    await addBlock(chain, { transactions: [first] })
    expect(await addBlock(chain, { transactions: [first] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is already in the chain'),
    })
  })
})

describe('checkKeyImages', () => {
  test('error: a key image of two transactions', async () => {
    const { state, incoming } = await scene(0)
    const all = withTransactions(state, incoming, (found) => [...found])
    expect(() => checkKeyImages(state, all)).not.toThrow()
    const [image] = keyImages(first!)
    expect(refusalOf(() => checkKeyImages(state, [...all, all[0]!]))).toMatchObject({
      message: `key image ${bytesToHex(image!)} is spent twice`,
    })
  })

  test('error: a key image is spent, in another block or in this one', async () => {
    const chain = await chainOf(1)
    const [first, again, third] = [1n, 2n, 3n].map((amount) => makeTransaction(1, amount))
    expect(await addBlock(chain, { transactions: [first!, again!] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is spent twice'),
    })
    expect(await addBlock(chain, { transactions: [first!] })).toMatchObject({ kind: 'added' })
    expect(await addBlock(chain, { transactions: [third!] })).toMatchObject({
      kind: 'invalid',
      reason: expect.stringContaining('is spent twice'),
    })
  })
})

describe('giveBack', () => {
  test('adds pool transactions of a refused block and of those below it again', async () => {
    const { state, incoming, pool } = await scene(2)
    const given: string[] = []
    pool.giveBack = (tx, id) => void (given.push(id), pool.waiting.set(id, tx))
    const refused = new InvalidBlock('reward')
    refused.taken = [{ id: ids[1]!, tx: second!, fromPool: true }]
    const below = { ...incoming, block: { ...incoming.block, txHashes: [transactionId(first!)] } }
    giveBack(state, refused, [below])
    expect(given).toEqual(ids.slice(0, 2))
  })

  test('does not add a transaction that the pool no longer has', async () => {
    const { state, pool } = await scene(0)
    const refused = new InvalidBlock('reward')
    refused.taken = [{ id: ids[1]!, tx: second!, fromPool: true }]
    giveBack(state, refused)
    expect(pool.waiting.size).toBe(0)
  })
})
