import { choice, list, object, text, u32, u64 } from '#protocol/fields.ts'
import { openWarnings } from '../../engine/store/warnings.ts'
import { get_accounts } from '../accounts/get_accounts.ts'
import { get_balance } from '../accounts/get_balance.ts'
import { hostMethod } from '../method.ts'
import { is_multisig } from '../multisig/is_multisig.ts'

export const get_overview = hostMethod({
  summary:
    'Data of the overview page: multisig state, all accounts, balance of one account, warnings',
  params: { account_index: u32.describe('Account whose balance is returned.') },
  result: {
    group: object(is_multisig.result),
    accounts: object(get_accounts.result),
    balance: object(get_balance.result),
    warnings: list(
      object({
        id: text,
        problem: choice('same-key', 'foreign-spend', 'vanished', 'unscanned'),
        txid: text,
        amount: u64.describe('In piconero; 0 where it is unknown.'),
        height: u64.optional().describe('Block of an unscanned transaction.'),
      }),
    ).describe('Newest first, without dismissed ones.'),
  },
  errors: ['NOT_OPEN'],

  async run({ wallet }, { account_index }) {
    const all = { tag: '', regex: false, regexp: false, strict_balances: false }
    const one = { account_index, address_indices: [], all_accounts: false, strict: false }
    return {
      group: await is_multisig.run(wallet, {}),
      accounts: await get_accounts.run(wallet, all),
      balance: await get_balance.run(wallet, one),
      warnings: openWarnings(wallet.store).map(([id, { problem, txid, amount, height }]) => ({
        id,
        problem,
        txid,
        amount,
        height,
      })),
    }
  },
})
