/**
 * Outputs added up by subaddress, and kept so as they come, are spent, and go.
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

/** What the outputs of one subaddress come to; amounts in piconero. */
export type OutputSum = {
  total: bigint
  /** The part that can be spent now. */
  unlocked: bigint
  blocksToUnlock: bigint
  secondsToUnlock: bigint
}

/**
 * What an account's addresses hold costs as much as there are of them, however many outputs there are.
 *
 * Each output that counts is either free for good, as far as the chain has ever been read, and is no
 * more than a part of a sum; or it is looked at, as long as a lock by height or by time may hold it.
 */
export class Sums implements Index<OutputRecord> {
  readonly #table: Table<OutputRecord>
  readonly #counts: (output: Output) => boolean
  readonly #accounts = new Map<number, Map<number, Sum>>()
  /** What is free was found free at no greater height. */
  #height = 0n

  /** @param counts - Which outputs are added up. It says the same of a record each time. */
  constructor(table: Table<OutputRecord>, counts: (output: Output) => boolean) {
    this.#table = table
    this.#counts = counts
  }

  changed(_: string, before: Output | undefined, after: Output | undefined): void {
    if (before) this.#take(before)
    if (after) this.#add(after)
  }

  /** What the addresses of an account hold that have outputs that count. */
  *of(account: number, chain: ChainView): Generator<[address: number, OutputSum]> {
    this.#follow(chain)
    for (const [address, sum] of this.#accounts.get(account) ?? [])
      if (sum.count > 0) yield [address, sum.held(chain)]
  }

  /** Outputs of an address that are not spent, whether or not they count. */
  unspent({ account, address }: SubaddressIndex): number {
    return this.#accounts.get(account)?.get(address)?.unspent ?? 0
  }

  // Where blocks were taken back and not replaced, what was free may be locked again.
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

/** Of one subaddress. What is free and what is locked add up to the total. */
class Sum {
  unspent = 0
  count = 0
  #total = 0n
  #free = 0n
  /** Those that a lock may hold; undefined for none, as in most addresses. */
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

  /** Frees what no lock holds at the chain's height. */
  held(chain: ChainView): OutputSum {
    const held = { total: this.#total, unlocked: 0n, blocksToUnlock: 0n, secondsToUnlock: 0n }
    for (const output of this.#locked ?? []) {
      // Time runs back too, as daemons differ: what the clock lets go stays looked at.
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
