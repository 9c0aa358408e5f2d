/**
 * Checks that a wallet does not receive more than exists.
 *
 * @module
 */
import { maxSupply } from '#protocol/rules/supply.ts'
import { requireOfDaemon, rescanHint } from '../base/daemon-errors.ts'
import type { OutputRecord, PoolRecord } from '../store/records.ts'
import type { Change, Index, Store, Table } from '../store/store.ts'

/**
 * Checks the outputs and pool entries of a change, and the sum of all unspent outputs after it.
 *
 * The sum counts only outputs with a key image: whether others are spent is not known.
 *
 * @param height - Blocks of the chain with the change.
 * @throws InvalidDaemonData
 */
export function requireSupply(change: Change, { outputs, pool }: Store, height: bigint): void {
  const received = stagedIn(change, outputs)
  const waiting = stagedIn(change, pool)
  if (received.length === 0 && waiting.length === 0) return
  const most = maxSupply(height)
  let { total } = outputs.index(unspentTotal)
  for (const [key, output] of received) total += counted(output) - counted(outputs.get(key))
  const amounts = [...received, ...waiting].map(([, record]) => record?.amount ?? 0n)
  for (const amount of [total, ...amounts])
    requireOfDaemon(
      amount <= most,
      `the wallet would hold ${amount} piconero, and at most ${most} exist at height ${height}. ${rescanHint}`,
    )
}

const stagedIn = <R extends OutputRecord | PoolRecord>(change: Change, table: Table<R>) =>
  [...(change.staged.get(table as unknown as Table<unknown>) ?? [])] as [string, R | undefined][]

const counted = (output: Readonly<OutputRecord> | undefined): bigint =>
  output && !output.spent && output.keyImage !== undefined && !output.told ? output.amount : 0n

class UnspentTotal implements Index<OutputRecord> {
  total = 0n

  changed(_: string, before?: Readonly<OutputRecord>, after?: Readonly<OutputRecord>): void {
    this.total += counted(after) - counted(before)
  }
}

const unspentTotal = () => new UnspentTotal()
