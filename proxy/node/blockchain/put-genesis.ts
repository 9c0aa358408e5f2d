/**
 * Adds the genesis block to an empty store.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockId } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { genesisBlock } from './genesis.ts'
import { addOutputs } from './main-chain.ts'
import { paidOut } from './miner-tx.ts'
import type { BlockchainPorts } from './chain-state.ts'

/** Adds the genesis block, without checks, to an empty store. */
export function putGenesis({ store, crypto }: Pick<BlockchainPorts, 'store' | 'crypto'>): void {
  if (store.blocks.top()) return
  const block = genesisBlock(store.network)
  const { minerTx } = block
  const minerTxId = bytesToHex(transactionId(minerTx, undefined, crypto.keccak256))
  const weight = BigInt(minerTx.blob.length)
  store.driver.transaction(() => {
    const outputs = addOutputs({ store, crypto }, minerTx, minerTxId, 0)
    store.blocks.add(
      {
        height: 0n,
        id: bytesToHex(blockId(block)),
        prevId: bytesToHex(block.prevId),
        majorVersion: block.majorVersion,
        minorVersion: block.minorVersion,
        timestamp: block.timestamp,
        nonce: block.nonce,
        difficulty: 1n,
        cumulativeDifficulty: 1n,
        weight,
        longTermWeight: weight,
        generatedCoins: paidOut(minerTx),
        reward: paidOut(minerTx),
        fees: 0n,
        firstTx: 0,
        txCount: 0,
        rctOutputs: 0,
        minerTxId,
        minerOutputs: outputs.map(BigInt),
      },
      block.blob,
    )
  })
}
