/**
 * Sums of outputs by subaddress, updated as outputs are received, spent and removed.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import type { OutputRecord, SubaddressIndex } from '../store/records.ts'
import type { Index, Table } from '../store/store.ts'
import {
  blocksToUnlock,
  unlockHeight,
  isUnlocked,
  secondsToUnlock,
  type ChainView,
} from './unlock.ts'

type Output = Readonly<OutputRecord>

/** Sum of the outputs of one subaddress; amounts in piconero. */
export type OutputSum = {
  total: bigint
  /** The spendable part. */
  unlocked: bigint
  blocksToUnlock: bigint
  secondsToUnlock: bigint
}

/**
 * Reading an account costs time by its number of addresses, not of outputs.
 *
 * A counted output without an active lock is only part of a sum. An output that may still be locked by
 * height or time is checked on each read.
 */
export class Sums implements Index<OutputRecord> {
  readonly #table: Table<OutputRecord>
  readonly #counts: (output: Output) => boolean
  readonly #accounts = new Map<number, Map<number, Sum>>()
  /** Lowest chain height at which all outputs in the sums are unlocked. */
  #height = 0n

  /** @param counts - Selects the outputs. Must be a pure function of the record. */
  constructor(table: Table<OutputRecord>, counts: (output: Output) => boolean) {
    this.#table = table
    this.#counts = counts
  }

  changed(_: string, before: Output | undefined, after: Output | undefined): void {
    if (before) this.#take(before)
    if (after) this.#add(after)
  }

  /** Balances of the addresses of an account that have counted outputs. */
  *of(account: number, chain: ChainView): Generator<[address: number, OutputSum]> {
    this.#follow(chain)
    for (const [address, sum] of this.#accounts.get(account) ?? [])
      if (sum.count > 0) yield [address, sum.held(chain)]
  }

  /** Unspent outputs of an address, counted or not. */
  unspent({ account, address }: SubaddressIndex): number {
    return this.#accounts.get(account)?.get(address)?.unspent ?? 0
  }

  // After a reorganisation to a lower height, unlocked outputs may be locked again.
  #follow({ height }: ChainView) {
    if (height < this.#height) {
      this.#accounts.clear()
      for (const output of this.#table.values()) this.#add(output)
    }
    this.#height = height
  }

  #add(output: Output) {
    const { account, address } = output.subaddress
    let addresses = this.#accounts.get(account)
    if (!addresses) this.#accounts.set(account, (addresses = new Map()))
    let sum = addresses.get(address)
    if (!sum) addresses.set(address, (sum = new Sum()))
    if (!output.spent) sum.unspent++
    if (this.#counts(output)) sum.add(output)
  }

  #take(output: Output) {
    const { account, address } = output.subaddress
    const sum = this.#accounts.get(account)!.get(address)!
    if (!output.spent) sum.unspent--
    if (this.#counts(output)) sum.take(output)
  }
}

/** Of one subaddress. Unlocked and locked outputs add up to the total. */
class Sum {
  unspent = 0
  count = 0
  #total = 0n
  #free = 0n
  /** Outputs that may be locked; undefined when there are none, as in most addresses. */
  #locked: Set<Output> | undefined

  add(output: Output): void {
    this.count++
    this.#total += output.amount
    this.#locked ??= new Set()
    this.#locked.add(output)
  }

  take(output: Output): void {
    this.count--
    this.#total -= output.amount
    if (!this.#locked?.delete(output)) this.#free -= output.amount
  }

  /** Moves outputs that are unlocked at the chain's height to the sum. */
  held(chain: ChainView): OutputSum {
    const held = { total: this.#total, unlocked: 0n, blocksToUnlock: 0n, secondsToUnlock: 0n }
    for (const output of this.#locked ?? []) {
      // Adjusted time can go back, as daemons differ: outputs with time locks stay checked.
      const end = unlockHeight(output)
      if (end !== undefined && end <= chain.height) this.#letGo(output)
      else if (isUnlocked(output, chain)) held.unlocked += output.amount
      else {
        held.blocksToUnlock = max(held.blocksToUnlock, blocksToUnlock(output, chain))
        held.secondsToUnlock = max(held.secondsToUnlock, secondsToUnlock(output, chain))
      }
    }
    held.unlocked += this.#free
    return held
  }

  #letGo(output: Output) {
    this.#free += output.amount
    this.#locked!.delete(output)
    if (this.#locked!.size === 0) this.#locked = undefined
  }
}
