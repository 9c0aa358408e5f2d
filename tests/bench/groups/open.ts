/**
 * Time to open a large wallet, without the password hash.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { timed } from '../../support/programs/timed.ts'
import type { BenchWallet } from '../programs/wallet.ts'
import { atMost } from '../row.ts'
import { leastOf } from '../statistics.ts'
import { inTurns, ourRows } from '../wallets.ts'

export const open: Group = {
  name: 'open',
  summary: 'opening a large wallet',
  async measure({ size, largeWallets }) {
    const wallets = await largeWallets()
    // A small difference of two large times: the minimum of each, because other load only adds time.
    const whole = await inTurns(wallets, 2 * size.rounds, opening, leastOf)
    const hash = await inTurns(wallets, 2 * size.rounds, hashing, leastOf)
    const apart = (name: string) => {
      const [all, password] = [whole(name), hash(name)]
      return all === null || password === null ? null : all - password
    }
    const transactions = size.ours.blocks * size.ours.transactions
    const name = `open/wallet of ${transactions} transactions, password hash apart`
    return ourRows(name, apart, atMost(150, 'ms'))
  },
}

async function opening({ call, time }: BenchWallet): Promise<number> {
  await call('close_wallet')
  return time('open_wallet', { filename: 'bench', password: '' })
}

/** A wrong password takes only the time of its hash. */
function hashing({ call }: BenchWallet): Promise<number> {
  const wrong = { old_password: 'wrong', new_password: '' }
  return timed(async () => {
    const outcome = await call('change_wallet_password', wrong).catch(() => 'refused')
    if (outcome !== 'refused') throw new Error('a wrong password was taken')
  })
}
