/**
 * Payments after a refused one: each spends one of its inputs, so that only one of the two is mined.
 *
 * @module
 */
import { errorDetails } from '#protocol/error-details.ts'
import { sumOfAmounts } from '#protocol/bigint.ts'
import type { RpcError } from '#protocol/errors.ts'
import { transferError } from '../base/daemon-errors.ts'
import { openRefusals } from '../ledger/refused.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** A refused payment that can still be mined. */
export type Refused = Readonly<Pick<SentRecord, 'txid' | 'keyImages'>>

type Output = Readonly<Pick<OutputRecord, 'keyImage'>>

/**
 * The refused payments that a payment from `account` to `addresses` could replace: those of the account, and
 * those of other accounts to one of these addresses.
 *
 * @param addresses - As the ledger records recipients.
 */
export function refusedBefore(
  store: Pick<Store, 'sent' | 'outputs'>,
  account: number,
  addresses: readonly string[],
): Refused[] {
  const paid = new Set(addresses)
  return openRefusals(store).filter(
    (record) =>
      record.account === account || record.destinations.some(({ address }) => paid.has(address)),
  )
}

/** Whether the output is an input of it. */
export const isInputOf = (refused: Refused, { keyImage }: Output): boolean =>
  keyImage !== undefined && refused.keyImages.includes(keyImage)

/** Whether one of the outputs is an input of each. */
export const replaceAll = (refused: readonly Refused[], outputs: readonly Output[]): boolean =>
  refused.every((each) => outputs.some((output) => isInputOf(each, output)))

/**
 * An input of each refused payment, then further inputs of the first one up to `needed`. Its inputs are linked
 * already, so spending them together reveals nothing new.
 *
 * @param outputs - Outputs that may be spent.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR when none of them is an input of a refused payment.
 */
export function replacingInputs<O extends Pick<OutputRecord, 'keyImage' | 'amount'>>(
  refused: readonly Refused[],
  outputs: readonly O[],
  needed = 0n,
): O[] {
  const chosen: O[] = []
  for (const each of refused) {
    if (replaceAll([each], chosen)) continue
    const inputs = outputs.filter((output) => isInputOf(each, output))
    if (inputs.length === 0) throw notReplaced(each)
    chosen.push(inputs.reduce((best, input) => (isBetter(refused, input, best) ? input : best)))
  }
  const [first] = refused
  const more = outputs
    .filter((output) => first && isInputOf(first, output) && !chosen.includes(output))
    .sort((a, b) => (a.amount > b.amount ? -1 : 1))
  for (const output of more) if (sumOfAmounts(chosen) < needed) chosen.push(output)
  return chosen
}

// An input of several refused payments is enough for all of them.
function isBetter(
  refused: readonly Refused[],
  a: Pick<OutputRecord, 'keyImage' | 'amount'>,
  b: Pick<OutputRecord, 'keyImage' | 'amount'>,
): boolean {
  const shared = (output: Output) => refused.filter((each) => isInputOf(each, output)).length
  return shared(a) > shared(b) || (shared(a) === shared(b) && a.amount > b.amount)
}

/**
 * Checks that each transaction of a payment excludes each refused one.
 *
 * @throws {RpcError} GENERIC_TRANSFER_ERROR
 */
export function requireReplaced(
  refused: readonly Refused[],
  transactions: readonly { inputs: readonly Output[] }[],
): void {
  for (const each of refused)
    if (!transactions.every(({ inputs }) => replaceAll([each], inputs))) throw notReplaced(each)
}

const notReplaced = ({ txid }: Refused): RpcError =>
  transferError(
    `an earlier payment was refused, but could still be mined: ${txid}. Each new transaction must ` +
      'spend one of its inputs, so that only one of the two is mined. The inputs are not available ' +
      'or not sufficient. Wait, spend from other addresses, or abandon the earlier payment ' +
      '(abandon_tx): both can be mined then.',
    errorDetails.refusedBefore,
  )
