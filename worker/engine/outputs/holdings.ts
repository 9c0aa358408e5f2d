/**
 * What the wallet holds, by account and subaddress.
 *
 * @module
 */
import type { OutputRecord, SentRecord, SubaddressIndex } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { blocksToUnlock, isUnlocked, secondsToUnlock, type ChainView } from './unlock.ts'

/** What one subaddress holds; amounts in piconero. */
export type Holding = {
  index: SubaddressIndex
  /** Received and not spent, on its way back as change, and on its way here. */
  total: bigint
  /** The part that can be spent now. */
  unlocked: bigint
  blocksToUnlock: bigint
  secondsToUnlock: bigint
}

/** What holdings are counted from. */
export type Books = {
  store: Pick<Store, 'outputs' | 'sent' | 'pool'>
  /** The subaddress an address belongs to; undefined when it is not ours. */
  addresses: { indexOf(address: string): SubaddressIndex | undefined }
  sync: { view(): ChainView }
}

/** `strict` leaves out what is not mined: spends count as not made, change as not received. */
export type Counting = { strict: boolean }

/** By account, then by address. Subaddresses that hold and held nothing are absent. */
export type Ledger = ReadonlyMap<number, ReadonlyMap<number, Holding>>

/**
 * Everything the wallet holds, in one pass over its records.
 *
 * @see monero src/wallet/wallet2.cpp balance_per_subaddress, unlocked_balance_per_subaddress
 */
export function ledger({ store, addresses, sync }: Books, { strict }: Counting): Ledger {
  const chain = sync.view()
  const accounts = new Accounts()
  for (const output of store.outputs.values())
    if (!output.frozen && !isSpent(output, strict)) addOutput(accounts, output, chain)
  if (strict) return accounts.byAccount

  for (const sent of store.sent.values()) if (isOnItsWay(sent)) addOwn(accounts, sent, addresses)
  for (const { subaddress, amount } of store.pool.values()) accounts.at(subaddress).total += amount
  return accounts.byAccount
}

/** Holdings of an account, by address; empty when there are none. */
export const holdingsOf = (ledger: Ledger, account: number): Holding[] =>
  [...(ledger.get(account)?.values() ?? [])].sort((a, b) => a.index.address - b.index.address)

/** One subaddress's, zeros when it holds nothing. */
export const holdingAt = (ledger: Ledger, index: SubaddressIndex): Holding =>
  ledger.get(index.account)?.get(index.address) ?? nothing(index)

/** Unspent outputs of each subaddress, frozen ones too, by `account:address`. */
export function unspentCounts(outputs: Store['outputs']): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>()
  for (const { spent, subaddress } of outputs.values()) {
    if (spent) continue
    const name = `${subaddress.account}:${subaddress.address}`
    counts.set(name, (counts.get(name) ?? 0n) + 1n)
  }
  return counts
}

/** Whether it was spent; `strict` counts mined spends alone. @see monero wallet2.cpp is_spent */
export const isSpent = ({ spent }: Pick<OutputRecord, 'spent'>, strict: boolean): boolean =>
  strict ? spent?.height !== undefined : spent !== undefined

/** Whether it waits to be mined. */
export const isOnItsWay = ({ state }: Pick<SentRecord, 'state'>): boolean =>
  state === 'pending' || state === 'journaled'

function addOutput(accounts: Accounts, output: OutputRecord, chain: ChainView) {
  const holding = accounts.at(output.subaddress)
  holding.total += output.amount
  if (isUnlocked(output, chain)) {
    holding.unlocked += output.amount
    return
  }
  holding.blocksToUnlock = larger(holding.blocksToUnlock, blocksToUnlock(output, chain))
  holding.secondsToUnlock = larger(holding.secondsToUnlock, secondsToUnlock(output, chain))
}

// Change goes to an account's first address. What goes to another account of ours waits in the pool.
function addOwn(accounts: Accounts, sent: SentRecord, addresses: Books['addresses']) {
  accounts.at({ account: sent.account, address: 0 }).total += sent.change
  for (const { address, amount } of sent.destinations) {
    const index = addresses.indexOf(address)
    if (index?.account === sent.account) accounts.at(index).total += amount
  }
}

class Accounts {
  readonly byAccount = new Map<number, Map<number, Holding>>()

  at(index: SubaddressIndex): Holding {
    let account = this.byAccount.get(index.account)
    if (!account) this.byAccount.set(index.account, (account = new Map()))
    let holding = account.get(index.address)
    if (!holding) account.set(index.address, (holding = nothing(index)))
    return holding
  }
}

const nothing = ({ account, address }: SubaddressIndex): Holding => ({
  index: { account, address },
  total: 0n,
  unlocked: 0n,
  blocksToUnlock: 0n,
  secondsToUnlock: 0n,
})

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
