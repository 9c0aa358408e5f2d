import { RpcError } from '#protocol/errors.ts'
import { bool, list, object, text, u32, u64 } from '#protocol/fields.ts'
import { holdingsOf, ledger } from '../../engine/outputs/holdings.ts'
import { walletMethod } from '../method.ts'

const account = object({
  account_index: u32,
  base_address: text.describe('Its first subaddress.'),
  balance: u64,
  unlocked_balance: u64,
  label: text,
  tag: text,
})

export const get_accounts = walletMethod({
  summary: 'All accounts with their balances',
  params: {
    tag: text.default('').describe('Only accounts with this tag; all when empty.'),
    regex: bool.default(false).describe('Read the tag as a regular expression.'),
    regexp: bool.default(false).describe('The same.'),
    strict_balances: bool.default(false).describe('Leave out what is not confirmed yet.'),
  },
  result: {
    total_balance: u64.describe('Of the accounts listed, in piconero.'),
    total_unlocked_balance: u64,
    subaddress_accounts: list(account),
  },
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_accounts',

  run(wallet, { tag, regex, regexp, strict_balances }) {
    const byPattern = regex || regexp
    if (tag !== '' && !byPattern) throw new RpcError('UNKNOWN_ERROR', `Tag ${tag} is unregistered.`)
    const { addresses } = wallet
    const held = ledger(wallet, { strict: strict_balances })
    const count = matches(tag, untagged) ? addresses.accountCount : 0
    if (count === 0 && byPattern)
      throw new RpcError('UNKNOWN_ERROR', `No matches for regex filter ${tag} .`)

    const subaddress_accounts = Array.from({ length: count }, (_, account_index) => {
      const index = { account: account_index, address: 0 }
      const holdings = holdingsOf(held, account_index)
      return {
        account_index,
        base_address: addresses.address(index),
        balance: sum(holdings.map(({ total }) => total)),
        unlocked_balance: sum(holdings.map(({ unlocked }) => unlocked)),
        label: addresses.label(index),
        tag: untagged,
      }
    })
    return {
      total_balance: sum(subaddress_accounts.map(({ balance }) => balance)),
      total_unlocked_balance: sum(subaddress_accounts.map((each) => each.unlocked_balance)),
      subaddress_accounts,
    }
  },
})

/** The tag of every account until it is given one. */
const untagged = ''

// The whole tag has to match, as in monero.
function matches(pattern: string, tag: string): boolean {
  if (pattern === '') return true
  try {
    return new RegExp(`^(?:${pattern})$`).test(tag)
  } catch {
    throw new RpcError('UNKNOWN_ERROR', 'The tag is no regular expression')
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
