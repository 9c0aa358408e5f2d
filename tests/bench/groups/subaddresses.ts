/**
 * Time to create many subaddresses in one call.
 *
 * @module
 */
import type { Group } from '../group.ts'
import type { BenchWallet } from '../programs/wallet.ts'
import { ratioAtMost } from '../row.ts'
import { inTurns, ourRows } from '../wallets.ts'

/** The maximum that monero-wallet-rpc 0.18.0.0 creates in one call. */
const atOnce = 64

export const subaddresses: Group = {
  name: 'subaddresses',
  summary: 'new subaddresses',
  async measure({ size, largeWallets }) {
    const of = await inTurns(await largeWallets(), size.rounds, (wallet, name) =>
      making(wallet, size.subaddresses, name === 'monero-wallet-rpc' ? atOnce : size.subaddresses),
    )
    // The goal is at least 50 times the speed.
    const goal = ratioAtMost(0.02, 'monero-wallet-rpc')
    return ourRows(`subaddresses/${size.subaddresses} new ones`, of, goal)
  },
}

/** Milliseconds to create `count` subaddresses, at most `most` in each call. */
async function making({ time }: BenchWallet, count: number, most: number): Promise<number> {
  let ms = 0
  for (let left = count; left > 0; left -= most)
    ms += await time('create_address', { account_index: 0, count: Math.min(left, most) })
  return ms
}
