/** Blocks that cost work, made by `generateblocks` of our node and of a real monerod. */
import { Worker } from 'node:worker_threads'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import { blockHashingBlob, parseBlock, writeBlock, type Block } from '#protocol/chain/block.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { ChainMiner } from '../../../proxy/node/miner/chain-miner.ts'
import { nodeWork, type Work } from '../../../proxy/pow/threaded.ts'
import { threadOptions } from '../../../proxy/pow/threads.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { copyBlocks } from '../../support/chains/copy-blocks.ts'
import { minerAddress, startMonerod, type Monerod } from '../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../support/daemons/in-process-node.ts'
import { atFileEnd } from '../../support/programs/file-end.ts'

const difficulty = 6
const thread = new URL('../../../dist/nightjar-pow.js', import.meta.url)

let monerod: Monerod
let own: OwnNode
let work: Work

beforeAll(async () => {
  monerod = await startMonerod({ difficulty })
  work = nodeWork(() => new Worker(thread, threadOptions))
  atFileEnd(() => work.close())
  own = await ownNode({
    pow: work.pow,
    options: { network: 'fakechain', fixedDifficulty: BigInt(difficulty) },
    miner: ({ chain, templates, random }) =>
      new ChainMiner({
        chain,
        templates,
        random,
        searcher: work.miner,
        isIdle: () => true,
        wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        report: (bug) => void Promise.reject(bug as Error),
        log: () => {},
      }),
  })
})

const made = (amount_of_blocks: number, starting_nonce: number) => ({
  amount_of_blocks,
  starting_nonce,
  wallet_address: minerAddress,
  prev_block: '',
})

async function solves(block: Block, height: bigint): Promise<boolean> {
  const seedHash = hexToBytes(own.context.chain.idAt(0n)!)
  const context = { majorVersion: block.majorVersion, height, seedHash }
  return checkHash(await work.pow.hash(blockHashingBlob(block), context), BigInt(difficulty))
}

describe('generateblocks', () => {
  test('returns the first valid nonce from starting_nonce on, and monerod accepts the block', async () => {
    const { height } = await own.call('generateblocks', made(2, 1000))
    expect(height).toBe(2n)
    for (let at = 1n; at <= 2n; at++) {
      const block = parseBlock(own.context.chain.blobAt(at)!)
      expect(block.nonce).toBeGreaterThanOrEqual(1000)
      for (let nonce = 1000; nonce < block.nonce; nonce++)
        expect(await solves({ ...block, nonce }, at)).toBe(false)
      expect(await monerod.call('submit_block', [bytesToHex(writeBlock(block))])).toMatchObject({
        status: 'OK',
      })
    }
  })

  test('of monerod makes blocks that our node accepts', async () => {
    await monerod.call('generateblocks', made(2, 5))
    await copyBlocks(own.context.chain, monerod)
    expect(own.context.chain.topId()).toBe((await monerod.call('get_info')).top_block_hash)
  })

  test('error: both refuse a block without enough work', async () => {
    const params = { wallet_address: minerAddress, reserve_size: 0 }
    const { blocktemplate_blob, height } = await monerod.call('get_block_template', params)
    const block: Block = parseBlock(hexToBytes(blocktemplate_blob))
    while (await solves(block, height)) block.nonce++
    for (const { call } of [monerod, own])
      await expect(call('submit_block', [bytesToHex(writeBlock(block))])).rejects.toThrow(
        'Block not accepted',
      )
  })
})
