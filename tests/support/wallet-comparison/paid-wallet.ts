/**
 * Our wallet on the chain of a monerod, and the wallet of its miner, which pays it.
 *
 * @module
 */
import { startMinerWallet, startMonerod } from '../programs/monerod.ts'
import { restoreOurs } from './restore-both.ts'

export type PaidWallet = Awaited<ReturnType<typeof startPaidWallet>>

/** Starts the programs; the chain has no blocks yet. */
export async function startPaidWallet() {
  const node = await startMonerod()
  const payer = await startMinerWallet(node.address)
  const ours = await restoreOurs(node.address)
  return { node, payer, ours }
}
