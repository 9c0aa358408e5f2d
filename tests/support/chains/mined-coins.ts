/**
 * Coins on a real chain that transactions are forged from, at the edges of what may be spent.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import { addressOf, coinbaseCoin } from './coinbase-coins.ts'
import { forge, paidCoin, type Coin, type Plan } from '../transactions/forge.ts'
import { ForgeScene, type ForgeParts } from '../transactions/forge-scene.ts'
import { newSecrets } from './coin-mint.ts'
import { startMonerod, type Monerod } from '../programs/monerod.ts'
import { copyBlocks } from './copy-blocks.ts'
import { ownNode, type OwnNode } from '../daemons/in-process-node.ts'
import { named } from './in-memory-pool.ts'

/** Height of the next block when the scene is set. */
const finalHeight = 112n

const years = 10n * 365n * 86_400n

/** Hands a transaction to both nodes; throws when one does not take it. */
export async function sendToBoth(node: Monerod, own: OwnNode, blob: Uint8Array): Promise<void> {
  const params = { tx_as_hex: bytesToHex(blob) }
  for (const { post } of [node, own]) {
    const { status, ...flags } = (await post('/send_raw_transaction', params)).json()
    if (status !== 'OK') throw new Error(`a sound transaction: ${JSON.stringify(flags)}`)
  }
}

/**
 * Mines 111 blocks on a fresh monerod, and copies them to our node.
 *
 * @param below - Whole numbers below a bound.
 */
export async function minedCoins(crypto: Crypto, below: (bound: number) => number) {
  const node = await startMonerod()
  const secrets = newSecrets(crypto)
  const address = addressOf(secrets)
  const own = await ownNode({ crypto })
  const { chain } = own.context

  const coinbaseAt = (height: bigint) => coinbaseCoin({ crypto, chain, secrets }, height)

  await node.mine(100, address)
  await copyBlocks(chain, node)
  const ripe = Array.from({ length: 24 }, (_, i) => coinbaseAt(BigInt(i + 1)))
  const payers = Array.from({ length: 6 }, (_, i) => coinbaseAt(BigInt(i + 25)))
  const parts: Omit<ForgeParts, 'unripe' | 'spent' | 'pending' | 'view'> = { crypto, below, ripe }
  const scene = () => new ForgeScene({ ...parts, view: chain.view() } as ForgeParts)

  /** Spends a payer's coin; both nodes have it in their pools. */
  async function pay(payer: Coin, unlockTime = 0n): Promise<{ plan: Plan; id: string }> {
    const plan = scene().plan({ coin: payer, inputs: 1, unlockTime })
    const { id, blob } = named(forge(crypto, plan))
    await sendToBoth(node, own, blob)
    return { plan, id }
  }
  const mine = async (blocks: number) => {
    await node.mine(blocks, address)
    await copyBlocks(chain, node)
  }
  /** The first output of a mined payment. */
  const coinOf = ({ plan, id }: { plan: Plan; id: string }): Coin =>
    paidCoin(crypto, plan.pays[0]!, chain.transaction(id)!.outputIndices[0]!)

  const now = BigInt(Math.floor(Date.now() / 1000))
  const byHeight = await pay(payers[0]!, finalHeight + 1n)
  const byTime = await pay(payers[1]!, now + years)
  const unlocked = await pay(payers[2]!, finalHeight)
  await mine(1)
  const tenBlocks = await pay(payers[3]!)
  await mine(1)
  const young = await pay(payers[4]!)
  await mine(1)
  await mine(8)
  await pay(payers[5]!)

  const unripe = {
    coinbase: coinbaseAt(finalHeight - 59n),
    young: coinOf(young),
    lockedByHeight: coinOf(byHeight),
    lockedByTime: coinOf(byTime),
  }
  const rest = { unripe, spent: payers[0]!, pending: payers[5]!, view: chain.view() }
  return {
    node,
    own,
    mine,
    scene: new ForgeScene({ ...parts, ...rest }),
    /** Just old enough. */
    barely: {
      coinbase: coinbaseAt(finalHeight - 60n),
      tenBlocks: coinOf(tenBlocks),
      unlocked: coinOf(unlocked),
    },
  }
}
