/**
 * What a wallet holds, added up anew from all its records: the reference for what is kept added up.
 *
 * @module
 */
import type {
  BalanceParts,
  BalanceOptions,
  SubaddressBalance,
} from '../../../worker/engine/ledger/balances.ts'
import {
  blocksToUnlock,
  isUnlocked,
  secondsToUnlock,
} from '../../../worker/engine/ledger/unlock.ts'
import type { SubaddressIndex } from '../../../worker/engine/store/records.ts'

/** Holdings of all accounts, by account, then by address. */
export function recomputedBalances(
  { store, addresses, sync }: BalanceParts,
  { strict }: BalanceOptions,
): SubaddressBalance[] {
  const chain = sync.view()
  const outputs = [...store.outputs.values()]
  const holdings = new Map<string, SubaddressBalance>()
  const at = ({ account, address }: SubaddressIndex) => {
    const name = `${account}:${address}`
    const unspent = outputs.filter(
      ({ spent, subaddress }) =>
        !spent && subaddress.account === account && subaddress.address === address,
    )
    const holding = holdings.get(name) ?? {
      index: { account, address },
      total: 0n,
      unlocked: 0n,
      blocksToUnlock: 0n,
      secondsToUnlock: 0n,
      unspentOutputs: BigInt(unspent.length),
    }
    holdings.set(name, holding)
    return holding
  }

  for (const output of outputs) {
    const isSpent = strict ? output.spent?.height !== undefined : output.spent !== undefined
    if (output.frozen || isSpent) continue
    const holding = at(output.subaddress)
    holding.total += output.amount
    if (isUnlocked(output, chain)) holding.unlocked += output.amount
    holding.blocksToUnlock = larger(holding.blocksToUnlock, blocksToUnlock(output, chain))
    holding.secondsToUnlock = larger(holding.secondsToUnlock, secondsToUnlock(output, chain))
  }
  if (!strict) {
    for (const { state, account, change, destinations } of store.sent.values()) {
      if (state !== 'pending' && state !== 'journaled') continue
      at({ account, address: 0 }).total += change
      for (const { address, amount } of destinations) {
        const index = addresses.indexOf(address)
        if (index?.account === account) at(index).total += amount
      }
    }
    for (const { subaddress, amount } of store.pool.values()) at(subaddress).total += amount
  }
  return [...holdings.values()].sort(
    (a, b) => a.index.account - b.index.account || a.index.address - b.index.address,
  )
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
