/**
 * The same blocks in a real monerod and in our chain: both tell the same of them, block by block,
 * through branches, reorganisations and pops.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import type { OwnBlockchain } from '../../../proxy/node/blockchain/blockchain.ts'
import { count } from '../../support/random/case-counts.ts'
import { makeBlock } from '../../support/chains/block-builder.ts'
import {
  mayBeMined,
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../../support/programs/monerod.ts'
import { openBlockchain, UncheckedPool } from '../../support/chains/in-memory-blockchain.ts'
import { poll } from '../../support/programs/process.ts'
import { xmr } from '../../support/wallet-comparison/payment-scene.ts'

let node: Monerod
let wallet: WalletRpc
let chain: OwnBlockchain
const pool = new UncheckedPool()

beforeAll(async () => {
  node = await startMonerod()
  wallet = await startMinerWallet(node.address)
  chain = await openBlockchain({ pool })
  await expectSameState()
  // Enough for rewards that can be spent: each test pays, and none needs another to run before.
  expect(new Set(await mine(90))).toEqual(new Set(['added']))
})

/** Hands a block that monerod has to our chain. */
async function feed(hash: string) {
  const { blob } = await node.call('get_block', { hash })
  const bytes = hexToBytes(blob)
  const hashes = parseBlock(bytes).txHashes.map(bytesToHex)
  const unknown = hashes.filter((id) => !pool.has(id))
  const { txs = [] } =
    unknown.length > 0 ? await node.get('/get_transactions', { txs_hashes: unknown }) : {}
  return chain.addBlock(
    bytes,
    txs.map(({ as_hex }: Result) => hexToBytes(as_hex)),
  )
}

/** Mines on monerod and hands the blocks on. */
async function mine(blocks: number, prevBlock = '') {
  await poll(() => mayBeMined(node))
  const { blocks: mined } = await node.call('generateblocks', {
    amount_of_blocks: blocks,
    wallet_address: minerAddress,
    prev_block: prevBlock,
  })

  const outcomes = []
  for (const hash of mined) outcomes.push(await feed(hash))
  return outcomes.map(({ kind }) => kind)
}

async function pay(amounts: readonly bigint[]) {
  await wallet.call('refresh')
  await wallet.call('transfer', {
    destinations: amounts.map((amount) => ({ address: minerAddress, amount })),
  })
}

const wide = (value: bigint) => `0x${value.toString(16)}`

/** Headers of the newest blocks, as monerod tells them. */
async function expectSameHeaders(blocks: bigint) {
  const height = chain.height()
  const first = height > blocks ? height - blocks : 0n
  const { headers } = await node.call('get_block_headers_range', {
    start_height: first,
    end_height: height - 1n,
  })

  const infos = chain.infos(first, height - 1n)
  expect(
    infos.map((info) => ({
      height: info.height,
      hash: info.id,
      prev_hash: info.prevId,
      major_version: BigInt(info.majorVersion),
      minor_version: BigInt(info.minorVersion),
      timestamp: info.timestamp,
      nonce: BigInt(info.nonce),
      wide_difficulty: wide(info.difficulty),
      wide_cumulative_difficulty: wide(info.cumulativeDifficulty),
      reward: info.reward,
      block_weight: info.weight,
      long_term_weight: info.longTermWeight,
      num_txes: BigInt(info.txCount),
      miner_tx_hash: info.minerTxId,
    })),
  ).toEqual(headers.map((header: Result) => expect.objectContaining(comparable(header))))
}

const comparable = ({ height, hash, prev_hash, miner_tx_hash, ...header }: Result) => ({
  height,
  hash,
  prev_hash,
  miner_tx_hash,
  timestamp: header.timestamp,
  nonce: header.nonce,
  major_version: header.major_version,
  minor_version: header.minor_version,
  wide_difficulty: header.wide_difficulty,
  wide_cumulative_difficulty: header.wide_cumulative_difficulty,
  reward: header.reward,
  block_weight: header.block_weight,
  long_term_weight: header.long_term_weight,
  num_txes: header.num_txes,
})

async function expectSameState() {
  const info = await node.call('get_info')
  expect({
    height: chain.height(),
    top_block_hash: chain.topId(),
    wide_difficulty: wide(chain.nextDifficulty()),
    wide_cumulative_difficulty: wide(chain.tip().cumulativeDifficulty),
    block_weight_limit: chain.weightLimit(),
    block_weight_median: chain.weightMedian(),
    tx_count: chain.transactionCount() - chain.height(),
    alt_blocks_count: BigInt(chain.alternativeBlockCount()),
  }).toEqual({
    height: info.height,
    top_block_hash: info.top_block_hash,
    wide_difficulty: info.wide_difficulty,
    wide_cumulative_difficulty: info.wide_cumulative_difficulty,
    block_weight_limit: info.block_weight_limit,
    block_weight_median: info.block_weight_median,
    tx_count: info.tx_count,
    alt_blocks_count: info.alt_blocks_count,
  })

  await expectSameMining()
  await expectSameSums()
  await expectSameOutputs()
  await expectSameVotes()
}

async function expectSameMining() {
  const data = await node.call('get_miner_data')
  expect({
    major_version: BigInt(chain.forkVersion(chain.height())),
    height: chain.height(),
    prev_id: chain.topId(),
    seed_hash: chain.seed(chain.height())?.id,
    difficulty: wide(chain.nextDifficulty()),
    median_weight: chain.weightMedian(),
    already_generated_coins: chain.tip().generatedCoins,
  }).toEqual({
    major_version: data.major_version,
    height: data.height,
    prev_id: data.prev_id,
    seed_hash: data.seed_hash,
    difficulty: data.difficulty,
    median_weight: data.median_weight,
    already_generated_coins: data.already_generated_coins,
  })
}

async function expectSameSums() {
  const params = { height: 0n, count: chain.height() }
  const sum = await node.call('get_coinbase_tx_sum', params)
  const { emission, fees } = chain.coinbaseSum(params.height, params.count)
  expect([wide(emission), wide(fees)]).toEqual([sum.wide_emission_amount, sum.wide_fee_amount])
}

async function expectSameOutputs() {
  const { distributions } = await node.call('get_output_distribution', {
    amounts: [0],
    from_height: 0,
    to_height: 0,
    cumulative: false,
    binary: false,
  })

  expect(chain.outputsPerBlock(0n, 0n, chain.height() - 1n)).toEqual(distributions[0].distribution)

  const newest = chain.outputCount(0n) - 1n
  if (newest < 0n) return
  const indices = [0n, newest / 2n, newest]
  const { outs } = await node.get('/get_outs', {
    outputs: indices.map((index) => ({ amount: 0, index })),
    get_txid: true,
  })

  const ours = chain.outputs(0n, [...indices, newest + 1n])
  expect(ours.pop()).toBe(undefined)
  expect(
    ours.map((output) => ({
      key: bytesToHex(output!.key),
      mask: bytesToHex(output!.commitment),
      height: output!.height,
      txid: output!.txId,
    })),
  ).toEqual(outs.map(({ key, mask, height, txid }: Result) => ({ key, mask, height, txid })))
}

async function expectSameVotes() {
  for (const version of [16, 17]) {
    const info = await node.call('hard_fork_info', { version })
    const votes = chain.forkVotes(version)
    expect([version, votes]).toEqual([
      version,
      {
        version: Number(info.version),
        enabled: info.enabled,
        window: Number(info.window),
        votes: Number(info.votes),
        threshold: Number(info.threshold),
        earliestHeight: info.earliest_height,
        voting: Number(info.voting),
      },
    ])
  }
}

/** Every transaction of a block as monerod has it. */
async function expectSameTransactions(height: bigint) {
  const [whole] = chain.wholeBlocks(height)
  const txs_hashes = [
    ...parseBlock(whole!.blob).txHashes.map(bytesToHex),
    chain.infoAt(height)!.minerTxId,
  ]
  const { txs } = await node.get('/get_transactions', { txs_hashes, split: true })
  const ours = txs_hashes.map((id) => chain.transaction(id)!)
  expect(
    ours.map((tx) => ({
      tx_hash: tx.id,
      pruned_as_hex: bytesToHex(tx.pruned),
      prunable_as_hex: bytesToHex(tx.prunable!),
      prunable_hash: bytesToHex(tx.prunableHash!),
      block_height: tx.height,
      output_indices: tx.outputIndices,
    })),
  ).toEqual(
    txs.map((tx: Result) => ({
      tx_hash: tx.tx_hash,
      pruned_as_hex: tx.pruned_as_hex,
      prunable_as_hex: tx.prunable_as_hex,
      prunable_hash: tx.prunable_hash,
      block_height: tx.block_height,
      output_indices: tx.output_indices,
    })),
  )
}

describe('our chain compared with monerod', () => {
  test('has the same blocks from the first block on', async () => {
    await expectSameHeaders(chain.height())
    await expectSameState()
  })

  test('accepts blocks with several transactions', async () => {
    for (let round = 0; round < count(3, 40); round++) {
      await pay([xmr])
      if (round % 2 === 0) await pay(Array.from({ length: 15 }, (_, i) => xmr / BigInt(i + 2)))
      expect(await mine(1)).toEqual(['added'])
      await expectSameTransactions(chain.height() - 1n)
    }
    await expectSameHeaders(10n)
    await expectSameState()
  })

  test('returns popped transactions to the pool and mines them again', async () => {
    await pay([xmr])
    await mine(1)
    await mine(2)
    await node.get('/pop_blocks', { nblocks: 3 })
    expect(chain.popBlocks(3n)).toBe(chain.height())
    await expectSameState()
    expect(pool.waiting.size).toBe(1)
    expect(await mine(2)).toEqual(['added', 'added'])
    expect(pool.waiting.size).toBe(0)
    await expectSameHeaders(5n)
  })

  test('keeps alternative blocks until they have more work than the chain', async () => {
    const before = new Set(chain.alternativeBlocks().map(({ id }) => id))
    await pay([xmr])
    await mine(3)
    const split = chain.idAt(chain.height() - 4n)!
    expect(await mine(2, split)).toEqual(['alternative', 'alternative'])
    await expectSameState()
    const { chains } = await node.call('get_alternate_chains')
    const beside = chain
      .alternativeBlocks()
      .filter(({ id }) => !before.has(id))
      .sort((a, b) => Number(a.height - b.height))
    const ids = beside.map(({ id }) => id)
    const theirs = chains.find((each: Result) => each.block_hashes.includes(ids[0]))
    expect(ids).toEqual([...theirs.block_hashes].reverse())
    expect(wide(beside.at(-1)!.cumulativeDifficulty)).toBe(theirs.wide_difficulty)

    const tip = beside.at(-1)!.id
    expect(await mine(2, tip)).toEqual(['alternative', 'reorganised'])
    await expectSameState()
    await expectSameHeaders(8n)
    expect(pool.waiting.size).toBe(Number((await node.call('get_info')).tx_pool_size))
    expect(await mine(1)).toEqual(['added'])
    expect(pool.waiting.size).toBe(0)
    await expectSameState()
  })

  test('returns to the former chain when it grows', async () => {
    // What is popped must be empty: monerod would put its transactions into a branch that has them.
    await mine(3)
    const top = chain.topId()
    const split = chain.idAt(chain.height() - 3n)!
    await mine(3, split)
    expect(chain.topId()).not.toBe(top)
    expect(await mine(2, top)).toEqual(['alternative', 'reorganised'])
    expect(chain.idAt(chain.height() - 3n)).toBe(top)
    await expectSameHeaders(10n)
    await expectSameState()
  })

  test('makes blocks that monerod accepts', async () => {
    for (let i = 0; i < 3; i++) {
      const timestamp = chain.tip().timestamp + 1n
      const { blob } = makeBlock(chain, { header: { timestamp } })
      expect(await node.call('submit_block', [bytesToHex(blob)])).toMatchObject({ status: 'OK' })
      expect(await chain.addBlock(blob)).toMatchObject({ kind: 'added' })
    }
    await expectSameHeaders(3n)
    await expectSameState()
  })

  test('returns known blocks, and refuses unknown ones', async () => {
    const { blob } = await node.call('get_block', { height: chain.height() - 1n })
    expect(await chain.addBlock(hexToBytes(blob))).toEqual({ kind: 'known' })
    const orphan = hexToBytes(blob)
    orphan.set(new Uint8Array(32).fill(7), 7)
    expect(await chain.addBlock(orphan)).toEqual({ kind: 'orphan' })
  })
})
