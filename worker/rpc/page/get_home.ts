import { list, object, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../method.ts'

export const get_home = hostMethod({
  summary:
    'When locked amounts of an account unlock, and its income, spending and balance by period',
  params: {
    account_index: u32,
    starts: list(u64).describe('Beginnings of the periods in Unix seconds, ascending.'),
  },
  result: {
    unlocking: list(
      object({
        amount: u64.describe('In piconero.'),
        blocks: u64.describe('Blocks until it is spendable.'),
        seconds: u64.describe('Seconds until its time lock ends.'),
      }),
    ).describe('The next one to unlock first. What is in no block yet is absent.'),
    opening: u64.describe('Balance before the first period, in piconero.'),
    periods: list(object({ income: u64, spending: u64, balance: u64 })),
  },
  errors: ['NOT_OPEN'],

  async run({ wallet }, { account_index, starts }) {
    // Only here: neither is needed to open a wallet.
    const [{ unlockingAmounts }, { balanceHistory }] = await Promise.all([
      import('../../engine/ledger/reports/unlock-times.ts'),
      import('../../engine/ledger/reports/balance-history.ts'),
    ])
    const { store, sync } = wallet
    return {
      unlocking: unlockingAmounts(store.outputs, account_index, sync.view()),
      ...balanceHistory(store, account_index, starts),
    }
  },
})
