/**
 * Makes block templates.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp create_block_template
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Address } from '#protocol/address.ts'
import { max } from '#protocol/bigint.ts'
import { writeBlock } from '#protocol/chain/block.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { blockReward } from '#protocol/rules/emission.ts'
import { newestVersion } from '#protocol/rules/forks.ts'
import type { Crypto } from '#wasm/types.ts'
import type { BlockchainReads } from '../blockchain/types.ts'
import { fillFromPool } from '../pool/block-template.ts'
import type { TransactionPool } from '../pool/transaction-pool.ts'
import type { Filling } from '../pool/fill-template.ts'
import type { ChainOptions, Clock } from '../types.ts'
import { baseOf, type TemplateBase } from './base.ts'
import { minerKeys, minerTransaction, type MinerKeys } from './miner-tx.ts'
import type { TemplateMaker } from './types.ts'

type Parts = {
  chain: BlockchainReads
  pool: TransactionPool
  options: ChainOptions
  clock: Clock
  crypto: Crypto
}

export const templateMaker = ({ chain, pool, options, clock, crypto }: Parts): TemplateMaker => ({
  make(address: Address, extraNonce, prevId) {
    const base = baseOf(chain, options, prevId)
    const keys = base && minerKeys(crypto, address)
    if (!base || !keys) return undefined
    const { medianWeight, generatedCoins } = base
    const filling = fillFromPool(pool, { ...chain.view(), medianWeight, generatedCoins })
    const minerTx = fittingMinerTx(base, filling, keys, extraNonce)
    if (!minerTx) return undefined
    const block = {
      majorVersion: base.majorVersion,
      // The version that we vote for.
      minorVersion: newestVersion,
      timestamp: timestampFor(chain, clock),
      prevId: hexToBytes(base.prevId),
      nonce: 0,
      minerTx,
      txHashes: filling.ids.map((id) => hexToBytes(id)),
    }
    return {
      block,
      blob: writeBlock(block),
      height: base.height,
      difficulty: base.difficulty,
      expectedReward: filling.reward,
      txPublicKey: keys.publicKey,
      seed: base.seed,
    }
  },
})

/**
 * The miner transaction whose reward matches the weight of the block.
 *
 * The amount depends on the weight, and the weight on the length of the amount. Padding at the end of
 * extra fills missing bytes.
 */
function fittingMinerTx(
  { height, generatedCoins, medianWeight }: TemplateBase,
  { weight, fee }: Filling,
  keys: MinerKeys,
  extraNonce: Uint8Array,
): ParsedTransaction | undefined {
  let block = weight
  let padding = 0
  for (let tries = 0; tries < 10; tries++) {
    const weights = { median: medianWeight, block }
    const reward = blockReward(weights, generatedCoins, newestVersion)
    if (reward === undefined) return undefined
    const tx = minerTransaction(keys, height, reward + fee, extraNonce, padding)
    const own = weight + BigInt(tx.blob.length)
    if (own === block) return tx
    if (own > block) block = own
    else padding += Number(block - own)
  }
  return undefined
}

/** The current time, or the lowest timestamp that the newest blocks allow. */
function timestampFor(chain: BlockchainReads, clock: Clock): bigint {
  return max(clock.now(), chain.earliestTimestamp())
}
