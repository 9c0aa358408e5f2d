/**
 * Submits blocks with crowded miner transactions to a real monerod.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { parseAddress } from '#protocol/address.ts'
import { parseBlock, writeBlock } from '#protocol/chain/block.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { blockReward } from '#protocol/rules/emission.ts'
import { crowdedMinerTx, type Crowd } from '../chains/crowded-transactions.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { minerAddress, type Monerod } from './monerod.ts'

/** Of a chain of small blocks. */
const median = 300_000n

/** A block on top of the chain, which pays {@link minerAddress} with its last key. @returns Its miner transaction. */
export async function submitCrowd(
  node: Monerod,
  crowd: Omit<Crowd, 'to' | 'reward'>,
): Promise<ParsedTransaction> {
  const crypto = await testCrypto()
  const { spendKey, viewKey } = parseAddress(minerAddress)!
  const to = { spendPublic: spendKey, viewPublic: viewKey }
  const template = await node.call('get_block_template', {
    wallet_address: minerAddress,
    reserve_size: 8,
  })
  const { height } = template
  const { emission_amount } = await node.call('get_coinbase_tx_sum', { height: 0, count: height })
  const block = parseBlock(hexToBytes(template.blocktemplate_blob))
  const withReward = (reward: bigint) =>
    crowdedMinerTx(crypto, block.minerTx, { ...crowd, to, reward })
  let minerTx = withReward(template.expected_reward)
  // The reward depends on the size, and the size on the length of the reward.
  for (let claimed: bigint = template.expected_reward; ;) {
    const weights = { median, block: BigInt(minerTx.blob.length) }
    const due = blockReward(weights, emission_amount, 16)!
    if (due === claimed) break
    minerTx = withReward((claimed = due))
  }
  const { status } = await node.call('submit_block', [
    bytesToHex(writeBlock({ ...block, minerTx })),
  ])
  if (status !== 'OK') throw new Error(`submit_block: ${status}`)
  return minerTx
}
