/**
 * Time to open a wallet, without the password's hash.
 *
 * @module
 */
import { timed } from '../support/programs/timed.ts'
import type { BenchWallet } from './programs/wallet.ts'
import { leastOf } from './statistics.ts'
import { inTurns, type Wallets } from './wallets.ts'

/**
 * Opens the wallets in turns.
 *
 * @returns Milliseconds of a program; null if it is not installed.
 */
export async function openedWithoutHash(wallets: Wallets, turns: number) {
  // A small difference of two large times: the minimum of each, because other load only adds time.
  const whole = await inTurns(wallets, turns, opening, leastOf)
  const hash = await inTurns(wallets, turns, hashing, leastOf)
  return (name: string): number | null => {
    const [all, password] = [whole(name), hash(name)]
    return all === null || password === null ? null : all - password
  }
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
