/**
 * Balances by account and subaddress.
 *
 * @module
 */
import type { OutputRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Subset } from '../store/subset.ts'
import { Sums } from './sums.ts'
import type { ChainView } from './unlock.ts'

/** The balance of one subaddress; amounts in piconero. */
export type SubaddressBalance = {
  index: SubaddressIndex
  /** Unspent outputs, pending change, and incoming payments in the pool. */
  total: bigint
  /** The spendable part. */
  unlocked: bigint
  blocksToUnlock: bigint
  secondsToUnlock: bigint
  /** Unspent outputs, including frozen ones. */
  unspentOutputs: bigint
}

/** The data that balances are computed from. */
export type BalanceParts = {
  store: Pick<Store, 'outputs' | 'sent' | 'pool'>
  /** The subaddress of an address; undefined for a foreign one. */
  addresses: { indexOf(address: string): SubaddressIndex | undefined }
  sync: { view(): ChainView }
}

/** `strict` ignores transactions that are not mined: neither their spends nor their change counts. */
export type BalanceOptions = { strict: boolean }

/** The balances at one moment: read them before the ledger changes. */
export type Balances = {
  /** Of one account, by address. Subaddresses that never received anything are absent. */
  of(account: number): ReadonlyMap<number, SubaddressBalance>
  /** Of one subaddress; zeros when it is empty. */
  at(index: SubaddressIndex): SubaddressBalance
}

/**
 * Balances: sums of mined outputs, and pending amounts.
 *
 * @see monero src/wallet/wallet2.cpp balance_per_subaddress, unlocked_balance_per_subaddress
 */
export function balancesOf(
  { store, addresses, sync }: BalanceParts,
  { strict }: BalanceOptions,
): Balances {
  const chain = sync.view()
  const sums = store.outputs.index(strict ? strictSums : looseSums)
  const sent = strict ? [] : [...store.sent.index(unconfirmed).values()]
  const pool = strict ? [] : [...store.pool.values()]
  const accounts = new Map<number, ReadonlyMap<number, SubaddressBalance>>()

  function of(account: number) {
    const known = accounts.get(account)
    if (known) return known
    const held = new Map<number, SubaddressBalance>()
    accounts.set(account, held)
    const at = (index: SubaddressIndex) => {
      const holding = held.get(index.address) ?? zeroBalance(index, sums)
      held.set(index.address, holding)
      return holding
    }
    for (const [address, sum] of sums.of(account, chain))
      Object.assign(at({ account, address }), sum)
    for (const each of sent) if (each.account === account) addOwn(at, each, addresses)
    for (const { subaddress, amount } of pool)
      if (subaddress.account === account) at(subaddress).total += amount
    return held
  }

  return { of, at: (index) => of(index.account).get(index.address) ?? zeroBalance(index, sums) }
}

/** Balances of an account, by address. */
export const accountBalances = (ledger: Balances, account: number): SubaddressBalance[] =>
  [...ledger.of(account).values()].sort((a, b) => a.index.address - b.index.address)

/** Whether it was spent; `strict` counts mined spends alone. @see monero wallet2.cpp is_spent */
export const isSpent = ({ spent }: Pick<OutputRecord, 'spent'>, strict: boolean): boolean =>
  strict ? spent?.height !== undefined : spent !== undefined

/** Whether it is not mined yet. */
export const isUnconfirmed = ({ state }: Pick<SentRecord, 'state'>): boolean =>
  state === 'pending' || state === 'journaled'

const looseSums = (outputs: Store['outputs']) =>
  new Sums(outputs, (output) => !output.frozen && !isSpent(output, false))
const strictSums = (outputs: Store['outputs']) =>
  new Sums(outputs, (output) => !output.frozen && !isSpent(output, true))

/** Index of unconfirmed transactions. */
export const unconfirmed = () => new Subset<SentRecord>(isUnconfirmed)

// Change goes to the first address of an account. A payment to another own account is in the pool.
function addOwn(
  at: (index: SubaddressIndex) => SubaddressBalance,
  sent: SentRecord,
  addresses: BalanceParts['addresses'],
) {
  at({ account: sent.account, address: 0 }).total += sent.change
  for (const { address, amount } of sent.destinations) {
    const index = addresses.indexOf(address)
    if (index?.account === sent.account) at(index).total += amount
  }
}

const zeroBalance = ({ account, address }: SubaddressIndex, sums: Sums): SubaddressBalance => ({
  index: { account, address },
  total: 0n,
  unlocked: 0n,
  blocksToUnlock: 0n,
  secondsToUnlock: 0n,
  unspentOutputs: BigInt(sums.unspent({ account, address })),
})
