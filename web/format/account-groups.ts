/**
 * Accounts by their tags, as lists show them.
 *
 * @module
 */
import type { Accounts } from '../state/wallet.svelte.ts'

export type Account = Accounts['subaddress_accounts'][number]
export type AccountGroup = { tag: string; accounts: Account[] }

/** Accounts without a tag first, then each tag in the order of its name. */
export function accountGroups(accounts: readonly Account[]): AccountGroup[] {
  const groups = new Map<string, Account[]>()
  for (const account of accounts)
    groups.set(account.tag, [...(groups.get(account.tag) ?? []), account])
  return [...groups]
    .map(([tag, members]) => ({ tag, accounts: members }))
    .sort((a, b) => a.tag.localeCompare(b.tag))
}
