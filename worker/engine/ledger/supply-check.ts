/**
 * Checks that a wallet does not receive more than exists.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import { max64 } from '#protocol/fields.ts'
import { maxSupply } from '#protocol/rules/supply.ts'
import { RefusedByKeys, rescanHint } from '../base/daemon-errors.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Index, Store, Table } from '../store/store.ts'

/**
 * Checks the amounts of a change, and the sum of all unspent outputs after it. Amounts of several outputs together can have
 * more than 64 bits.
 *
 * The sum counts only outputs with a key image: whether others are spent is not known.
 *
 * @param height - Blocks of the chain with the change.
 * @throws RefusedByKeys
 */
export function requireSupply(change: Change, store: Store, height: bigint): void {
  const { outputs, received, pool, sent } = store
  const found = stagedIn(change, outputs)
  const amounts = [...found, ...stagedIn(change, received), ...stagedIn(change, pool)]
    .map(([, record]) => record?.amount ?? 0n)
    .concat(stagedIn(change, sent).flatMap(([, record]) => record?.change ?? []))
  if (amounts.length === 0) return
  const most = maxSupply(height)
  let { total } = outputs.index(unspentTotal)
  for (const [key, output] of found) total += counted(output) - counted(outputs.get(key))
  const isImpossible = (amount: bigint) => amount > min(most, max64)
  const impossible = total > most ? total : amounts.find(isImpossible)
  if (impossible !== undefined)
    throw new RefusedByKeys(
      `the wallet would hold ${impossible} piconero, and at most ${most} exist at height ${height}. ${rescanHint}`,
    )
}

const stagedIn = <R>(change: Change, table: Table<R>) =>
  [...(change.staged.get(table as unknown as Table<unknown>) ?? [])] as [string, R | undefined][]

const counted = (output: Readonly<OutputRecord> | undefined): bigint =>
  output && !output.spent && output.keyImage !== undefined && !output.imported ? output.amount : 0n

class UnspentTotal implements Index<OutputRecord> {
  total = 0n

  changed(_: string, before?: Readonly<OutputRecord>, after?: Readonly<OutputRecord>): void {
    this.total += counted(after) - counted(before)
  }
}

const unspentTotal = () => new UnspentTotal()
