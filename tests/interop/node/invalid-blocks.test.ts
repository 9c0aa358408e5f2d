/**
 * The same blocks handed to a real monerod and to our node, over the same chain.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { seed } from '../../support/random/case-counts.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import {
  asideKinds,
  blockKinds,
  BlockScene,
  notAccepted,
  oddBlocks,
  taken,
  unreadable,
  withoutInputs,
  type BlockVerdict,
} from '../../support/invalid/blocks.ts'
import { minedCoins } from '../../support/chains/mined-coins.ts'
import { mayBeMined, type Monerod, type Result } from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { seededBytes } from '../../support/random/sfc32.ts'
let made: Awaited<ReturnType<typeof minedCoins>>
let scene: BlockScene

beforeAll(async () => {
  const random = seededBytes(seed())
  const below = (bound: number) => new DataView(random(4).buffer).getUint32(0) % bound
  made = await minedCoins(await testCrypto(), below)
  const { chain, pool } = made.own.context
  const [waiting] = pool.bestPaying()
  scene = new BlockScene(chain, parseTransaction(pool.blob(waiting!.id)!))
  await poll(() => mayBeMined(made.node))
})

type Asked = Pick<Monerod, 'post'>

async function judged(by: Asked, blob: Uint8Array): Promise<BlockVerdict> {
  const params = [bytesToHex(blob)]
  const body = { jsonrpc: '2.0', id: '0', method: 'submit_block', params }
  const { result, error }: Result = (await by.post('/json_rpc', body)).json()
  return error ? { code: error.code, message: error.message } : { status: result.status }
}

const verdicts = async (blob: Uint8Array) => ({
  monerod: await judged(made.node, blob),
  ours: await judged(made.own, blob),
})

const both = (verdict: BlockVerdict) => ({ monerod: verdict, ours: verdict })

const ask = async (by: Asked, path: string, params: object = {}): Promise<Result> =>
  (await by.post(path, params)).json()

/** Tip, height, blocks beside the chain. */
async function stateOf(by: Asked) {
  const info = await ask(by, '/get_info')
  const { blks_hashes = [] } = await ask(by, '/get_alt_blocks_hashes')
  const { height, top_block_hash, wide_difficulty, wide_cumulative_difficulty } = info
  const { block_weight_limit, tx_pool_size, alt_blocks_count } = info
  return {
    height,
    top_block_hash,
    wide_difficulty,
    wide_cumulative_difficulty,
    block_weight_limit,
    tx_pool_size,
    alt_blocks_count,
    blks_hashes,
  }
}

/** The pool but for the times, which each node takes from its own clock. */
async function poolOf(by: Asked) {
  const { transactions = [] } = await ask(by, '/get_transaction_pool')
  return transactions.map(
    ({ receive_time: _received, last_relayed_time: _relayed, ...rest }: Result) => rest,
  )
}

async function expectAlike() {
  expect(await stateOf(made.own)).toEqual(await stateOf(made.node))
  expect(await poolOf(made.own)).toEqual(await poolOf(made.node))
}

describe('a block that breaks a rule', () => {
  test.each(blockKinds.map((kind) => [kind.name, kind] as const))('error: %s', async (_, kind) => {
    expect(await verdicts(kind.make(scene))).toEqual(both(kind.verdict))
  })

  test('changes neither chain, and marks its pool transactions as kept by a block', async () => {
    await expectAlike()
    const [waiting] = await poolOf(made.own)
    expect(waiting).toMatchObject({ kept_by_block: true, relayed: true })
  })
})

describe('rules newer than the reference 0.18.0.0', () => {
  // monero src/serialization/binary_archive.h serialize_uvarint: 0.18.0.0 reads 0 behind the end.
  test('error: the number of transactions is missing', async () => {
    expect(await judged(made.own, scene.block().slice(0, -1))).toEqual(unreadable)
  })

  // The node here answers it, and then no more.
  test('error: a miner transaction without inputs', async () => {
    expect(await judged(made.own, withoutInputs.make(scene))).toEqual(withoutInputs.verdict)
  })
})

describe('a block that is not for the chain', () => {
  test.each(asideKinds.map((kind) => [kind.name, kind] as const))('%s', async (_, kind) => {
    expect(await verdicts(kind.make(scene))).toEqual(both(kind.verdict))
  })

  test('is kept as an alternative block, in the order of the database', expectAlike)

  test('error: an excessive reward is found when its branch becomes the chain', async () => {
    const first = scene.block({ parent: scene.below(1n), nonce: 9, extraReward: 5n })
    expect(await verdicts(first)).toEqual(both(taken))
    const parent = bytesToHex(blockId(parseBlock(first)))
    expect(await verdicts(scene.block({ parent, nonce: 9 }))).toEqual(both(notAccepted))
    await expectAlike()
  })
})

describe('a known block', () => {
  test('is accepted', async () => {
    const { chain } = made.own.context
    const tip = chain.blobAt(chain.height() - 1n)!
    expect(await verdicts(tip)).toEqual(both(taken))
  })

  test('error: its transactions are no longer in the pool', async () => {
    const { chain } = made.own.context
    const full = chain.infos(1n, chain.height()).find(({ txCount }) => txCount > 0)!
    expect(await verdicts(chain.blobAt(full.height)!)).toEqual(both(notAccepted))
  })
})

describe('an odd block', () => {
  test.each(oddBlocks)('is taken: %s', async (_, changes) => {
    const { chain } = made.own.context
    const height = chain.height()
    expect(await verdicts(scene.block(changes(scene)))).toEqual(both(taken))
    expect(chain.height()).toBe(height + 1n)
    await expectAlike()
  })
})

describe('a block that spends what cannot be spent', () => {
  test('error: is refused and remembered, and checked again after the cache is cleared', async () => {
    // By then the rings of all that comes back to the pool are locked again.
    for (const by of [made.node, made.own]) await ask(by, '/pop_blocks', { nblocks: 40 })
    await expectAlike()

    const blob = scene.block({ transactions: [scene.pending] })
    expect(await verdicts(blob)).toEqual(both(notAccepted))
    expect(await verdicts(blob)).toEqual(both(taken))
    await expectAlike()

    for (const by of [made.node, made.own]) await flush(by)
    expect(await verdicts(blob)).toEqual(both(notAccepted))
    await expectAlike()
  })
})

const flush = (by: Asked) =>
  ask(by, '/json_rpc', {
    jsonrpc: '2.0',
    id: '0',
    method: 'flush_cache',
    params: { bad_blocks: true },
  })
