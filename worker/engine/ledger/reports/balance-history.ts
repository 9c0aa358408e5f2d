/**
 * Income, spending and balance by period, from the outputs of an account.
 *
 * @module
 */
import type { Store } from '../../store/store.ts'
import { outputsOf } from '../by-account.ts'

/** Of one period; amounts in piconero. `balance` is that at its end. */
export type Period = { income: bigint; spending: bigint; balance: bigint }

/**
 * Sums by period. A transaction counts once, with what it changed: change that returns is no income, and the fee is
 * spending. A spend without a known transaction counts in the last period. Frozen outputs count.
 *
 * @param starts - Beginnings of the periods, ascending, in Unix seconds. The last period has no end.
 * @returns The balance before the first period, and one entry for each start.
 */
export function balanceHistory(
  { outputs, sent }: Pick<Store, 'outputs' | 'sent'>,
  account: number,
  starts: readonly bigint[],
): { opening: bigint; periods: Period[] } {
  const periods: Period[] = starts.map(() => ({ income: 0n, spending: 0n, balance: 0n }))
  let opening = 0n
  for (const { time, amount } of changesOf({ outputs, sent }, account)) {
    const at = time === undefined ? starts.length - 1 : lastAtOrBefore(starts, time)
    const period = periods[at]
    if (!period) opening += amount
    else if (amount >= 0n) period.income += amount
    else period.spending -= amount
  }
  let balance = opening
  for (const period of periods) {
    balance += period.income - period.spending
    period.balance = balance
  }
  return { opening, periods }
}

type NetChange = { time: bigint | undefined; amount: bigint }

/** What each mined transaction changed. */
function changesOf({ outputs, sent }: Pick<Store, 'outputs' | 'sent'>, account: number) {
  const changes = new Map<string, NetChange>()
  const add = (txid: string, time: bigint | undefined, amount: bigint) => {
    const known = changes.get(txid)
    if (known) known.amount += amount
    else changes.set(txid, { time, amount })
  }
  for (const output of outputsOf(outputs, account)) {
    add(output.txid, output.timestamp, output.amount)
    const { spent } = output
    if (spent?.height !== undefined)
      add(spent.txid, sent.get(spent.txid)?.timestamp, -output.amount)
  }
  return changes.values()
}

/** Index of the last start that is not after the time; -1 if all are. */
function lastAtOrBefore(starts: readonly bigint[], time: bigint): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
