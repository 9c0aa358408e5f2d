/** What a node keeps, by flags that a real monerod was given too: what waits, blocks beside the chain. */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../../support/programs/test.ts'
import type { DaemonClient } from '../../support/network/http-client.ts'
import {
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Result,
} from '../../support/programs/monerod.ts'
import { startRegtest } from '../../support/programs/regtest-node.ts'

type Kept = DaemonClient & { dataDir: string; stop: () => Promise<unknown> }
type Start = (options: { dataDir?: string; flags: readonly string[] }) => Promise<Kept>

const keepsBlocks = ['--keep-alt-blocks']
// Payments weigh about 2200 each.
const keepsLittle = ['--max-txpool-weight', '5000']

const starts: readonly Start[] = [startMonerod, startRegtest]
/** A monerod and one of ours. */
const nodes: Kept[] = []

beforeAll(async () => {
  for (const start of starts) nodes.push(await start({ flags: [...keepsBlocks, ...keepsLittle] }))
})

/** Both end, and start with other flags over what they kept. */
async function startAgain(flags: readonly string[]) {
  for (const [at, start] of starts.entries()) {
    const { dataDir, stop } = nodes[at]!
    await stop()
    nodes[at] = await start({ dataDir, flags })
  }
}

const made = { amount_of_blocks: 1, wallet_address: minerAddress }

describe('--max-txpool-weight', () => {
  const waiting = async (node: DaemonClient): Promise<Result[]> => {
    const { transactions = [] } = await node.get('/get_transaction_pool')
    return transactions.map(({ id_hash, fee, weight }: Result) => ({ id_hash, fee, weight }))
  }

  test('drops the transactions with the lowest fee rate as monerod does, also a new one', async () => {
    const [monerod, own] = nodes as [Kept, Kept]
    // Mined here, for monerod hashes a block of its own twice.
    await own.call('generateblocks', { ...made, amount_of_blocks: 80 })
    for (let height = 1; height <= 80; height++) {
      const { blob } = await own.call('get_block', { height })
      await monerod.call('submit_block', [blob])
    }
    const wallet = await startMinerWallet(monerod.address)
    try {
      await wallet.call('refresh')
      const sent: string[] = []
      for (const priority of [2, 3, 1, 4]) {
        const { tx_hash, tx_blob } = await wallet.call('transfer', {
          destinations: [{ address: minerAddress, amount: 10n ** 9n }],
          priority,
          get_tx_hex: true,
        })
        sent.push(tx_hash)
        const taken = await own.get('/send_raw_transaction', { tx_as_hex: tx_blob })
        expect(taken).toMatchObject({ status: 'OK' })
        expect(await waiting(own)).toEqual(await waiting(monerod))
      }
      const left = (await waiting(own)).map(({ id_hash }) => id_hash)
      expect(left).toContain(sent[3])
      expect(left).not.toContain(sent[2])
    } finally {
      await wallet.stop()
    }
  })
})

describe('--keep-alt-blocks', () => {
  /** Four blocks, and two beside all but the first. */
  async function branch(node: DaemonClient) {
    await node.call('flush_txpool')
    const [first] = (await node.call('generateblocks', { ...made, prev_block: '' })).blocks
    await node.call('generateblocks', { ...made, amount_of_blocks: 3, prev_block: '' })
    for (let parent = first, nonce = 7; nonce < 9; nonce++) {
      const beside = { ...made, prev_block: parent, starting_nonce: nonce }
      parent = (await node.call('generateblocks', beside)).blocks[0]
    }
  }

  /** Chains beside the main one, by their heights and lengths. */
  async function answers(node: DaemonClient) {
    const { chains = [] } = await node.call('get_alternate_chains')
    const { alt_blocks_count: count } = await node.call('get_info')
    return { chains: chains.map(({ height, length }: Result) => [height, length]), count }
  }

  const two = { chains: [[83n, 2n]], count: 2n }
  const none = { chains: [], count: 0n }

  test('another start has the alternative blocks', async () => {
    for (const node of nodes) {
      await branch(node)
      expect(await answers(node)).toEqual(two)
    }
    await startAgain(keepsBlocks)
    for (const node of nodes) expect(await answers(node)).toEqual(two)
  })

  test('a start without the flag has none', async () => {
    await startAgain([])
    for (const node of nodes) expect(await answers(node)).toEqual(none)
  })
})
