/**
 * Selects the outputs of a sweep.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp create_transactions_all
 */
import type { RandomBytes } from '#wasm/types.ts'
import type { OutputRecord } from '../store/records.ts'
import { transferError } from '../base/daemon-errors.ts'
import { randomIndex } from '../base/random.ts'
import type { Terms } from '../tx/draft.ts'
import { outputsByAddress, uneconomicAmount, type SpendableFunds } from './funds.ts'
import { replaceAll, type Refused } from './replace-refused.ts'

/**
 * Outputs of one random address, index 0 last; of all named addresses when some are named.
 *
 * @param named - Whether the request names addresses.
 * @param below - Only outputs below this amount; 0 for all.
 * @param refused - Addresses that hold an input of each of these payments are preferred.
 * @throws {RpcError} GENERIC_TRANSFER_ERROR when there are no outputs.
 */
export function chooseSwept(
  random: RandomBytes,
  terms: Terms,
  funds: SpendableFunds,
  { named, below, refused }: { named: boolean; below: bigint; refused: readonly Refused[] },
): OutputRecord[] {
  const least = uneconomicAmount(terms)
  const worthy = funds.spendable.filter(({ amount }) => amount >= least)
  if (worthy.length === 0)
    throw transferError('No unlocked balance in the specified subaddress(es)')
  const small = worthy.filter(({ amount }) => below === 0n || amount < below)
  if (small.length === 0)
    throw transferError('The smallest amount found is not below the specified threshold')
  if (named) return small

  const groups = outputsByAddress(small, funds.unlocked)
  const replacing = groups.filter(({ outputs }) => replaceAll(refused, outputs))
  const wanted = replacing.length > 0 ? replacing : groups
  const others = wanted.filter(({ address }) => address !== 0)
  const choice = others.length > 0 ? others : wanted
  return choice[randomIndex(random, choice.length)]!.outputs
}
