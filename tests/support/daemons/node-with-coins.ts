/**
 * A node of our own whose first blocks pay us, and transactions that spend them.
 *
 * @module
 */
import { parseAddress } from '#protocol/address.ts'
import { addressOf, coinbaseCoin } from '../chains/coinbase-coins.ts'
import { newSecrets } from '../chains/coin-mint.ts'
import { named } from '../chains/in-memory-pool.ts'
import { seed } from '../random/case-counts.ts'
import { seededBelow } from '../random/sfc32.ts'
import { ForgeScene, type ForgeParts, type PlanOptions } from '../transactions/forge-scene.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { ownNode } from './in-process-node.ts'

/** Enough blocks for twenty rewards that can be spent. */
const blocks = 81

/** Takes the parameters of {@link ownNode}. */
export async function nodeWithCoins(...[ports, options]: Parameters<typeof ownNode>) {
  const crypto = await testCrypto()
  const secrets = newSecrets(crypto)
  const node = await ownNode({ crypto, ...ports }, options)
  const { chain, templates } = node.context
  const address = parseAddress(addressOf(secrets))!
  for (let block = 0; block < blocks; block++)
    await chain.addBlock(templates.make(address, new Uint8Array())!.blob)
  const ripe = Array.from({ length: 20 }, (_, i) =>
    coinbaseCoin({ crypto, chain, secrets }, BigInt(i + 1)),
  )
  const parts = { crypto, below: seededBelow(seed()), ripe, view: chain.view() }
  const scene = new ForgeScene(parts as unknown as ForgeParts)
  return {
    node,
    /** A valid transaction that spends the coin at an index. */
    spending: (coin: number, options: PlanOptions = {}) =>
      named(scene.forge({ coin: ripe[coin]!, inputs: 1, ...options })),
  }
}
