import { max, sum } from '#protocol/bigint.ts'
import { bool, list, object, text, u32, u64 } from '#protocol/fields.ts'
import {
  accountBalances,
  balancesOf,
  type SubaddressBalance,
} from '../../engine/ledger/balances.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { walletMethod } from '../method.ts'

const subaddress = object({
  account_index: u32,
  address_index: u32,
  address: text,
  balance: u64,
  unlocked_balance: u64,
  label: text,
  num_unspent_outputs: u64,
  blocks_to_unlock: u64,
  time_to_unlock: u64,
})

export const get_balance = walletMethod({
  summary: 'Balance of an account and of its subaddresses',
  aliases: ['getbalance'],
  params: {
    account_index: u32.default(0).describe('Account to report.'),
    address_indices: list(u32)
      .default([])
      .describe('Subaddress indices to list; if empty, all that hold funds.'),
    all_accounts: bool
      .default(false)
      .describe('Report every account. account_index and address_indices are then ignored.'),
    strict: bool.default(false).describe('Count confirmed funds only.'),
  },
  result: {
    balance: u64.describe('Received and not yet spent, in piconero.'),
    unlocked_balance: u64.describe('The spendable part, in piconero.'),
    multisig_import_needed: bool.describe(
      'The wallet needs multisig info of other members to find spent outputs.',
    ),
    per_subaddress: list(subaddress),
    blocks_to_unlock: u64.describe('Blocks until all of the balance is spendable.'),
    time_to_unlock: u64.describe('Seconds until the last time lock expires.'),
  },
  source: 'wallet/wallet_rpc_server.cpp on_getbalance',

  run(wallet, { account_index, address_indices, all_accounts, strict }) {
    const held = balancesOf(wallet, { strict })
    const accounts = all_accounts ? range(wallet.addresses.accountCount) : [account_index]
    const funded = accounts.flatMap((account) => accountBalances(held, account))
    const chosen = [...new Set(address_indices)]
      .sort((a, b) => a - b)
      .map((address) => held.at({ account: account_index, address }))
    const listed = all_accounts || chosen.length === 0 ? funded : chosen

    return {
      balance: sum(funded.map(({ total }) => total)),
      unlocked_balance: sum(funded.map(({ unlocked }) => unlocked)),
      multisig_import_needed: wallet.multisig.needsImport,
      per_subaddress: listed.map(wireHolding(wallet)),
      blocks_to_unlock: largest(funded.map(({ blocksToUnlock }) => blocksToUnlock)),
      time_to_unlock: largest(funded.map(({ secondsToUnlock }) => secondsToUnlock)),
    }
  },
})

const wireHolding =
  ({ addresses }: Wallet) =>
  ({ index, ...holding }: SubaddressBalance) => ({
    account_index: index.account,
    address_index: index.address,
    address: addresses.address(index),
    balance: holding.total,
    unlocked_balance: holding.unlocked,
    label: addresses.label(index),
    num_unspent_outputs: holding.unspentOutputs,
    blocks_to_unlock: holding.blocksToUnlock,
    time_to_unlock: holding.secondsToUnlock,
  })

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const largest = (values: readonly bigint[]) => values.reduce(max, 0n)
