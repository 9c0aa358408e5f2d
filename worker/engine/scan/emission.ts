/**
 * Checks what blocks pay to their miners: the base reward, and the fees of their transactions. Checks also that
 * transactions with amounts in the clear create no money.
 *
 * @module
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::validate_miner_transaction
 */
import { max64 } from '#protocol/fields.ts'
import { baseReward } from '#protocol/rules/emission.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { maxBaseReward } from '#protocol/rules/supply.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { feeOf } from './incoming-transaction.ts'
import { rowIn } from './row-transaction.ts'
import type { ScanResult } from './scan-blocks.ts'
import type { ScannedSlice } from './scanner.ts'
import { blockOf, blocksIn, heightIn, transactionIn, type Slice } from './slice.ts'

/** The least reward of a block without a penalty. */
const leastReward = baseReward(max64, 1)

/**
 * Checks the scanned blocks of a slice.
 *
 * @param network - The network whose rules apply: `fakechain` for a private chain.
 * @throws InvalidDaemonData that names the block.
 */
export function requireEmission({ slice, results }: ScannedSlice, network: Network): void {
  for (const each of results) requireFees(slice, each)
  const { firstTransaction, mined } = slice
  const scannedFrom = results[0]?.from ?? firstTransaction.at(-1)!
  const fees = results.flatMap((each) => [...each.fees])
  for (let at = 0; at < blocksIn(slice); at++) {
    const first = firstTransaction[at]! + 1
    if (first <= scannedFrom || mined[at]! <= leastReward) continue
    const height = heightIn(slice, at)
    const reward = maxBaseReward(network, height)
    if (mined[at]! <= reward) continue
    const end = firstTransaction[at + 1]!
    const most =
      reward + feesOf(slice, first, end, fees.slice(first - scannedFrom, end - scannedFrom))
    requireOfDaemon(
      mined[at]! <= most,
      `block ${height} pays its miner ${mined[at]} piconero, and reward and fees are at most ${most}`,
    )
  }
}

/** The fee of a transaction of version 1 is a difference of amounts in the clear; the scan has it without large amounts. */
function requireFees(slice: Slice, { from, fees }: ScanResult) {
  for (let at = 0; at < fees.length; at++) {
    const row = from + at
    const isMiner = slice.namedIds[row] === 0
    if (isMiner || (fees[at]! >= 0 && fees[at] !== Infinity)) continue
    const fee = feeIn(slice, row)
    requireOfDaemon(
      isFee(fee),
      `a transaction of block ${heightIn(slice, blockOf(slice, row))} has a fee of ${fee} piconero`,
    )
  }
}

/** Exact fee of a transaction that is not a miner's. */
const feeIn = (slice: Slice, at: number): bigint =>
  slice.rows
    ? rowIn(slice, at).details!.fee
    : feeOf({ tx: transactionIn(slice, at), coinbase: false })

/** Whether a fee has 64 bits. A negative one pays more than the transaction spends. */
export const isFee = (fee: bigint): boolean => fee >= 0n && fee <= max64

/** Fees of transactions. @param skimmed - As the scan read them: exact up to 2^53 in total. */
function feesOf(slice: Slice, from: number, to: number, skimmed: readonly number[]): bigint {
  const sum = skimmed.reduce((total, fee) => total + fee, 0)
  if (Number.isSafeInteger(sum)) return BigInt(sum)
  let fees = 0n
  for (let at = from; at < to; at++) fees += feeIn(slice, at)
  return fees
}
