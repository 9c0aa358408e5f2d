/**
 * NodePair that forget: pruned alike, they tell alike what they still have of transactions and blocks.
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { count, seed } from '../../support/random/case-counts.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { seededBelow } from '../../support/random/sfc32.ts'
import { CoinSpender, shapes } from '../../support/node-comparison/coin-spender.ts'
import { NodePair } from '../../support/node-comparison/node-pair.ts'

/** Blocks that a pruned node keeps whole. monero CRYPTONOTE_PRUNING_TIP_BLOCKS */
const tipBlocks = 5500

/** With few blocks all are new. */
const after = count(2, tipBlocks + 20)

/** monerod hashes each of them. */
const growingMs = count(120_000, 1_800_000)

let twins: NodePair
let ids: string[]
let first: bigint
/** By which our node chooses the stripe that it keeps. */
let stripe = 0

beforeAll(async () => {
  const below = seededBelow(seed())
  const crypto = await testCrypto()
  const choosing = Object.create(crypto, {
    randomScalar: { value: () => crypto.randomScalar().fill(stripe, 0, 1) },
  }) as typeof crypto
  twins = await NodePair.start({ below, own: { crypto: choosing } })
  const purse = new CoinSpender(twins.own.context, crypto, below)
  await twins.grow('own', 105, purse.address)
  first = twins.chain.height()
  ids = []
  for (const shape of shapes.slice(0, count(1, shapes.length))) {
    const { id, blob } = purse.forge(shape)
    await twins.pay(blob)
    await twins.grow('monerod', 1, purse.address)
    ids.push(id)
  }
  await twins.grow('own', after, minerAddress)
}, growingMs)

/** Both prune; the stripe that monerod draws is given to ours. @returns It. */
async function prune(): Promise<number> {
  const { pruning_seed } = await twins.monerod.call('prune_blockchain')
  stripe = Number(pruning_seed) & 7
  expect(await twins.own.call('prune_blockchain')).toMatchObject({ pruned: true, pruning_seed })
  await twins.alike({ call: 'prune_blockchain', params: { check: true } })
  return stripe
}

/** Everything that tells of the transactions, in every form. */
async function expectSameTransactions() {
  for (const options of [{}, { prune: true }, { split: true }, { prune: true, split: true }])
    await twins.alike({
      call: '/get_transactions',
      params: { txs_hashes: ids, decode_as_json: true, ...options },
    })
  const heights = ids.map((_, at) => first + BigInt(at))
  await twins.alike({
    call: '/get_blocks_by_height.bin',
    body: epeeFrom(bin.get_blocks_by_height.params, { heights }),
  })

  const block_ids = [first - 1n, 0n].map((height) => hexToBytes(twins.chain.idAt(height)!))
  for (const prune of [false, true])
    await twins.alike({
      call: '/get_blocks.bin',
      body: epeeFrom(bin.get_blocks.params, { block_ids, prune }),
    })
}

describe('prune_blockchain', () => {
  test('with check returns the same answers before pruning', async () => {
    await twins.alike({ call: 'prune_blockchain', params: { check: true } })
    await expectSameTransactions()
  })

  test('keeps its own stripe and the newest blocks', async () => {
    const kept = await prune()
    await expectSameTransactions()
    if (count(0, 1) === 1) await twins.expectSameAnswers()
    const { txs } = (await twins.own.post('/get_transactions', { txs_hashes: ids })).json()
    const isGone = after > tipBlocks && kept !== 0
    expect(new Set(txs.map(({ as_hex }: { as_hex: string }) => as_hex === ''))).toEqual(
      new Set([isGone]),
    )
  })

  test('permits new blocks and a second pruning', async () => {
    await twins.mine('monerod', 1, minerAddress)
    await twins.mine('own', 1, minerAddress)
    const before = stripe
    expect(await prune()).toBe(before)
    await expectSameTransactions()
  })
})
