/**
 * Time to open a large wallet, without the password's hash.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { openedWithoutHash } from '../opening.ts'
import { atMost } from '../row.ts'
import { ourRows } from '../wallets.ts'

export const open: Group = {
  name: 'open',
  summary: 'opening a large wallet',
  async measure({ size, largeWallets }) {
    const of = await openedWithoutHash(await largeWallets(), 2 * size.rounds)
    const transactions = size.ours.blocks * size.ours.transactions
    const name = `open/wallet of ${transactions} transactions, password hash apart`
    return ourRows(name, of, atMost(150, 'ms'))
  },
}
