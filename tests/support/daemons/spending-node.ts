/**
 * Our node on a chain of a hundred blocks, whose rewards can be spent.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { NodePorts } from '../../../proxy/node/own-node.ts'
import { CoinSpender, type Forged, type Shape } from '../node-comparison/coin-spender.ts'
import { seed } from '../random/case-counts.ts'
import { seededBelow } from '../random/sfc32.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { ownNode, type OwnNode } from './in-process-node.ts'

export type SpendingNode = OwnNode & {
  purse: CoinSpender
  /** Mines blocks to the purse, with all of the pool in the first. Resolves to their ids. */
  mine: (blocks?: number, options?: object) => Promise<string[]>
  /** Puts a new transaction of the purse into the pool. */
  send: (shape?: Shape, options?: object) => Promise<Forged>
}

export async function spendingNode(ports: Partial<NodePorts> = {}): Promise<SpendingNode> {
  const crypto = await testCrypto()
  const node = await ownNode({ crypto, ...ports })
  const purse = new CoinSpender(node.context, crypto, seededBelow(seed()))
  const mine = async (amount_of_blocks = 1, options: object = {}): Promise<string[]> => {
    const params = { amount_of_blocks, wallet_address: purse.address, ...options }
    return (await node.call('generateblocks', params)).blocks
  }
  await mine(100)
  return {
    ...node,
    purse,
    mine,
    async send(shape, options = {}) {
      const forged = purse.forge(shape)
      const params = { tx_as_hex: bytesToHex(forged.blob), ...options }
      const answer = (await node.post('/send_raw_transaction', params)).json()
      if (answer.status !== 'OK') throw new Error(`send_raw_transaction: ${answer.status}`)
      return forged
    },
  }
}
