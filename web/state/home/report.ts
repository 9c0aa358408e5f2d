/**
 * Unlock times and months of the account on screen: one answer for all parts of the overview.
 *
 * @module
 */
import { monthStarts } from '../../views/home/months.ts'
import type { Balance, Home, WalletState } from '../wallet.svelte.ts'

/** `starts` are the beginnings of the months, and `read` the time of the answer; Unix seconds. */
export type HomeReport = Home & { starts: bigint[]; read: bigint }

type Reader = Pick<WalletState, 'account' | 'balance'> & {
  session: { client: Pick<WalletState['session']['client'], 'get_home'> }
}

/** By balance: every change of the account is followed by a new one. */
const reports = new WeakMap<Balance, Promise<HomeReport>>()

/** The report that belongs to the balance on screen; undefined until there is a balance. */
export function readHome({ account, balance, session }: Reader): Promise<HomeReport> | undefined {
  if (!balance) return undefined
  const known = reports.get(balance)
  if (known) return known
  const starts = monthStarts(new Date())
  const report = session.client.get_home({ account_index: account, starts }).then((home) => ({
    ...home,
    starts,
    read: BigInt(Math.floor(Date.now() / 1000)),
  }))
  reports.set(balance, report)
  return report
}
