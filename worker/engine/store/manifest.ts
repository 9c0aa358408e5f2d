/**
 * What the records of a wallet are at a commit, so that a record that was removed or replaced by an older version is
 * noticed at opening.
 *
 * Every sealed record contains a ticket: 16 random bytes that each writing draws anew. The manifest has number and sum
 * (mod 2^128) of the tickets of each table. It is a sealed record itself, and every commit replaces it. A commit adds the
 * tickets of new records and subtracts those of the records that it replaces, so its cost does not depend on the
 * size of the wallet.
 *
 * Why a sum is enough: this is MSet-Add-Hash of Clarke, Devadas, van Dijk, Gassend and Suh, "Incremental Multiset Hash
 * Functions and Their Application to Memory Integrity Checking" (Asiacrypt 2003). There a keyed pseudorandom function
 * maps a record to its number, and the sum is masked. Here the number is random and stored inside the ciphertext, and the
 * manifest is encrypted, so nothing outside the ciphertexts depends on either. Records cannot be forged without the key
 * (XChaCha20-Poly1305). A different set of genuine records has at least one ticket more or less, which is uniform and
 * independent of all others. Its sum is therefore the right one with probability 2^-128, for each attempt to open
 * the wallet. A sum of values that an attacker knows would not do: he could search for sets with equal sums.
 *
 * @module
 */
import { bytesToU64, u64sToBytes } from '#protocol/bytes.ts'

/** Bytes of a ticket. */
export const ticketLength = 16

/** The new ticket of a record; undefined for a deleted one. */
export type TicketChange = { table: string; key: string; ticket: bigint | undefined }

/** Tables with records: name, number of records, sum of their tickets (16 bytes, little endian). */
export type ManifestRecord = [table: string, count: number, sum: Uint8Array][]

/** How the records of a table differ from a manifest, and how many at least. */
export type Difference = { table: string; kind: 'missing' | 'replaced' | 'returned'; count: number }

type Total = { count: number; sum: bigint }
const none: Total = { count: 0, sum: 0n }

/** The number in a ticket. @param bytes - 16, little endian. */
export function ticketOf(bytes: Uint8Array): bigint {
  return (bytesToU64(bytes, 8) << 64n) | bytesToU64(bytes)
}

/** The tickets of a wallet's records, and their sums. */
export class Manifest {
  readonly #tickets = new Map<string, Map<string, bigint>>()
  #totals: ReadonlyMap<string, Total> = new Map()

  /** Table and key of every record. */
  records(): [table: string, key: string][] {
    return [...this.#tickets].flatMap(([table, tickets]) =>
      [...tickets.keys()].map((key): [string, string] => [table, key]),
    )
  }

  /** The manifest to store with these changes. @param changes - At most one for each record. */
  after(changes: readonly TicketChange[]): ManifestRecord {
    const totals = [...this.#totalsAfter(changes)].filter(([, { count }]) => count > 0)
    return totals.map(([table, { count, sum }]) => [table, count, sumToBytes(sum)])
  }

  /** @param changes - As in {@link after}; they are stored. */
  apply(changes: readonly TicketChange[]): void {
    this.#totals = this.#totalsAfter(changes)
    for (const { table, key, ticket } of changes) {
      const tickets = this.#tickets.get(table) ?? new Map<string, bigint>()
      if (ticket === undefined) tickets.delete(key)
      else this.#tickets.set(table, tickets.set(key, ticket))
    }
  }

  /** How the records differ from those of a stored manifest; empty where they are the same. */
  differencesFrom(stored: ManifestRecord): Difference[] {
    const then = new Map<string, Total>(
      stored.map(([table, count, sum]) => [table, { count, sum: ticketOf(sum) }]),
    )
    return [...new Set([...then.keys(), ...this.#totals.keys()])].flatMap((table): Difference[] => {
      const [before, now] = [then.get(table) ?? none, this.#totals.get(table) ?? none]
      const gone = before.count - now.count
      if (gone > 0) return [{ table, kind: 'missing', count: gone }]
      if (gone < 0) return [{ table, kind: 'returned', count: -gone }]
      return before.sum === now.sum ? [] : [{ table, kind: 'replaced', count: 1 }]
    })
  }

  #totalsAfter(changes: readonly TicketChange[]): Map<string, Total> {
    const totals = new Map([...this.#totals].map(([table, total]) => [table, { ...total }]))
    for (const { table, key, ticket } of changes) {
      const total = totals.get(table) ?? { ...none }
      const before = this.#tickets.get(table)?.get(key)
      total.count += Number(ticket !== undefined) - Number(before !== undefined)
      total.sum += (ticket ?? 0n) - (before ?? 0n)
      totals.set(table, total)
    }
    // Reduced once, not at each addition: opening a wallet adds all tickets.
    for (const total of totals.values()) total.sum = BigInt.asUintN(8 * ticketLength, total.sum)
    return totals
  }
}

const sumToBytes = (sum: bigint) => u64sToBytes([BigInt.asUintN(64, sum), sum >> 64n])
