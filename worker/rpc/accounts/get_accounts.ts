import { sum } from '#protocol/bigint.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, list, object, text, u32, u64, type Value } from '#protocol/fields.ts'
import { accountBalances, balancesOf } from '../../engine/ledger/balances.ts'
import { walletMethod } from '../method.ts'

const account = {
  account_index: u32,
  base_address: text.describe('First address of the account.'),
  balance: u64,
  unlocked_balance: u64,
  label: text,
  tag: text,
}

export const get_accounts = walletMethod({
  summary: 'All accounts with their balances',
  params: {
    tag: text.default('').describe('Only accounts with this tag; all if empty.'),
    regex: bool.default(false).describe('Read the tag as a regular expression.'),
    regexp: bool.default(false).describe('Same as regex.'),
    strict_balances: bool.default(false).describe('Count confirmed funds only.'),
  },
  result: {
    total_balance: u64.describe('Sum over the listed accounts, in piconero.'),
    total_unlocked_balance: u64,
    subaddress_accounts: list(object(account)),
  },
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_accounts',

  async run(wallet, { tag, regex, regexp, strict_balances }) {
    const byPattern = regex || regexp
    const { addresses, tags } = wallet
    if (tag !== '' && !byPattern && !tags.has(tag))
      throw new RpcError('UNKNOWN_ERROR', `Tag ${tag} is unregistered.`)
    const isWanted = await matcher(tag, byPattern)
    const held = balancesOf(wallet, { strict: strict_balances })
    const tagOf = new Map(
      tags.all().flatMap(({ name, accounts }) => accounts.map((a) => [a, name])),
    )

    const subaddress_accounts: Value<typeof account>[] = []
    for (let account_index = 0; account_index < addresses.accountCount; account_index++) {
      const itsTag = tagOf.get(account_index) ?? ''
      if (!isWanted(itsTag)) continue
      const index = { account: account_index, address: 0 }
      const holdings = accountBalances(held, account_index)
      subaddress_accounts.push({
        account_index,
        base_address: addresses.address(index),
        balance: sum(holdings.map(({ total }) => total)),
        unlocked_balance: sum(holdings.map(({ unlocked }) => unlocked)),
        label: addresses.label(index),
        tag: itsTag,
      })
    }
    if (subaddress_accounts.length === 0 && byPattern)
      throw new RpcError('UNKNOWN_ERROR', `No matches for regex filter ${tag} .`)
    return {
      total_balance: sum(subaddress_accounts.map(({ balance }) => balance)),
      total_unlocked_balance: sum(subaddress_accounts.map((each) => each.unlocked_balance)),
      subaddress_accounts,
    }
  },
})

/** Selects tags: all, one tag, or tags that match a pattern as a whole. */
async function matcher(tag: string, byPattern: boolean): Promise<(tag: string) => boolean> {
  if (tag === '') return () => true
  if (!byPattern) return (each) => each === tag
  const pattern = await patternOf(tag)
  const known = new Map<string, boolean>()
  return (each) => {
    const isWanted = known.get(each) ?? pattern.matches(each)
    known.set(each, isWanted)
    return isWanted
  }
}

async function patternOf(tag: string) {
  // Loaded on demand: few calls use a pattern.
  const { Pattern, PatternError } = await import('#protocol/pattern.ts')
  try {
    return new Pattern(tag)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    throw new RpcError(
      'UNKNOWN_ERROR',
      `tag: expected a supported regular expression: ${error.message}`,
    )
  }
}
