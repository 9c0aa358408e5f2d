/**
 * The funds of an account, as the planners use them.
 *
 * @module
 */
import { compare } from '#protocol/bigint.ts'
import type { OutputRecord } from '../store/records.ts'
import { roughWeight, type Terms } from '../tx/draft.ts'

export type SpendableFunds = {
  /** Outputs of the account that may be spent now, in chain order. */
  spendable: readonly OutputRecord[]
  /** Amounts by address index, pending change included. */
  balances: ReadonlyMap<number, bigint>
  /** Spendable amounts by address index. */
  unlocked: ReadonlyMap<number, bigint>
}

/** Unused outputs of one address. */
export type AddressOutputs = { address: number; outputs: OutputRecord[] }

/** The dust threshold: below it an output costs more to spend than its amount. */
export function uneconomicAmount(terms: Terms): bigint {
  const perInput = roughWeight(terms, 2, 2) - roughWeight(terms, 1, 2)
  return terms.rate.perByte * BigInt(perInput)
}

/** Outputs by address, the address with the highest total first. */
export function outputsByAddress(
  outputs: readonly OutputRecord[],
  unlocked: ReadonlyMap<number, bigint>,
): AddressOutputs[] {
  const groups = new Map<number, AddressOutputs>()
  for (const output of outputs) {
    const { address } = output.subaddress
    const group = groups.get(address)
    if (group) group.outputs.push(output)
    else groups.set(address, { address, outputs: [output] })
  }
  const amount = ({ address }: AddressOutputs) => unlocked.get(address) ?? 0n
  return [...groups.values()].sort((a, b) => compare(amount(b), amount(a)))
}

export const totalOf = (
  amounts: ReadonlyMap<number, bigint>,
  addresses: Iterable<number>,
): bigint => [...addresses].reduce((sum, address) => sum + (amounts.get(address) ?? 0n), 0n)
