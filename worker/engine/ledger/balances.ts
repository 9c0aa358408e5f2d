/**
 * What the wallet holds, by account and subaddress.
 *
 * @module
 */
import type { OutputRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Subset } from '../store/subset.ts'
import { Sums } from './sums.ts'
import type { ChainView } from './unlock.ts'

/** What one subaddress holds; amounts in piconero. */
export type SubaddressBalance = {
  index: SubaddressIndex
  /** Received and not spent, on its way back as change, and on its way here. */
  total: bigint
  /** The part that can be spent now. */
  unlocked: bigint
  blocksToUnlock: bigint
  secondsToUnlock: bigint
  /** Outputs that are not spent, frozen ones too. */
  unspentOutputs: bigint
}

/** What holdings are counted from. */
export type BalanceParts = {
  store: Pick<Store, 'outputs' | 'sent' | 'pool'>
  /** The subaddress an address belongs to; undefined when it is not ours. */
  addresses: { indexOf(address: string): SubaddressIndex | undefined }
  sync: { view(): ChainView }
}

/** `strict` leaves out what is not mined: spends count as not made, change as not received. */
export type BalanceOptions = { strict: boolean }

/** What the wallet holds as of one moment: to be asked before the books change. */
export type Balances = {
  /** Of one account, by address. Subaddresses that hold and held nothing are absent. */
  of(account: number): ReadonlyMap<number, SubaddressBalance>
  /** One subaddress's, zeros when it holds nothing. */
  at(index: SubaddressIndex): SubaddressBalance
}

/**
 * What the wallet holds: mined outputs from their sums, and what is on its way.
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

/** Holdings of an account, by address; empty when there are none. */
export const accountBalances = (ledger: Balances, account: number): SubaddressBalance[] =>
  [...ledger.of(account).values()].sort((a, b) => a.index.address - b.index.address)

/** Whether it was spent; `strict` counts mined spends alone. @see monero wallet2.cpp is_spent */
export const isSpent = ({ spent }: Pick<OutputRecord, 'spent'>, strict: boolean): boolean =>
  strict ? spent?.height !== undefined : spent !== undefined

/** Whether it waits to be mined. */
export const isUnconfirmed = ({ state }: Pick<SentRecord, 'state'>): boolean =>
  state === 'pending' || state === 'journaled'

const looseSums = (outputs: Store['outputs']) =>
  new Sums(outputs, (output) => !output.frozen && !isSpent(output, false))
const strictSums = (outputs: Store['outputs']) =>
  new Sums(outputs, (output) => !output.frozen && !isSpent(output, true))

/** Index of what waits to be mined. */
export const unconfirmed = () => new Subset<SentRecord>(isUnconfirmed)

// Change goes to an account's first address. What goes to another account of ours waits in the pool.
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
