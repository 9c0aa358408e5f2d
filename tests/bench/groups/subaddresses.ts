/**
 * Many subaddresses made at once.
 *
 * @module
 */
import type { Group } from '../group.ts'
import type { BenchWallet } from '../programs/wallet.ts'
import { ratioAtMost } from '../row.ts'
import { inTurns, ourRows } from '../wallets.ts'

/** The most that monero-wallet-rpc 0.18.0.0 makes in one call. */
const atOnce = 64

export const subaddresses: Group = {
  name: 'subaddresses',
  summary: 'new subaddresses',
  async measure({ size, largeWallets }) {
    const of = await inTurns(await largeWallets(), size.rounds, (wallet, name) =>
      making(wallet, size.subaddresses, name === 'monero-wallet-rpc' ? atOnce : size.subaddresses),
    )
    // At least 50 times as fast.
    const goal = ratioAtMost(0.02, 'monero-wallet-rpc')
    return ourRows(`subaddresses/${size.subaddresses} new ones`, of, goal)
  },
}

/** Milliseconds of making `count`, at most `most` in a call. */
async function making({ time }: BenchWallet, count: number, most: number): Promise<number> {
  let ms = 0
  for (let left = count; left > 0; left -= most)
    ms += await time('create_address', { account_index: 0, count: Math.min(left, most) })
  return ms
}
