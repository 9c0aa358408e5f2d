/**
 * Time to list all transfers of a large wallet.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { atMost } from '../row.ts'
import { inTurns, named, ourRows, type Wallets } from '../wallets.ts'

const everything = { in: true, out: true, all_accounts: true }

export const transfers: Group = {
  name: 'transfers',
  summary: 'get_transfers of a busy wallet',
  async measure({ size, largeWallets }) {
    const wallets = await largeWallets()
    const entries = await entriesOf(wallets)
    const of = await inTurns(wallets, size.calls, ({ time }) => time('get_transfers', everything))
    return ourRows(`transfers/get_transfers of ${entries} entries`, of, atMost(15, 'ms'))
  },
}

/** Number of transfers of each wallet; the numbers must be equal. */
async function entriesOf(wallets: Wallets): Promise<number> {
  const counts = new Set<number>()
  for (const [, { call }] of named(wallets)) {
    const lists: unknown[][] = Object.values(await call('get_transfers', everything))
    counts.add(lists.flat().length)
  }
  const [entries, ...others] = counts
  if (entries === undefined || others.length > 0)
    throw new Error(`the wallets list ${[...counts].join(' and ')} transfers`)
  return entries
}
