/**
 * A cache of transactions with valid signatures, so that a block does not verify again what the pool
 * verified.
 *
 * A signature is valid for one transaction and for the keys and commitments of its rings. Another chain
 * may have other outputs at the same indices, so both are part of the cache key.
 *
 * @module
 * @see monero src/cryptonote_core/tx_verification_utils.cpp ver_rct_non_semantics_simple_cached
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto, RingMember } from '#wasm/types.ts'
import type { Id } from '../types.ts'

type Rings = readonly (readonly RingMember[])[]

/** @see monero src/cryptonote_core/tx_verification_utils.h rct_ver_cache_t */
const mostRemembered = 8192

export class VerifiedRings {
  readonly #crypto: Crypto
  /** Oldest first. */
  readonly #known = new Set<string>()

  constructor(crypto: Crypto) {
    this.#crypto = crypto
  }

  has(txid: Id, rings: Rings): boolean {
    return this.#known.has(this.#nameOf(txid, rings))
  }

  add(txid: Id, rings: Rings): void {
    this.#known.add(this.#nameOf(txid, rings))
    if (this.#known.size <= mostRemembered) return
    const [oldest] = this.#known
    this.#known.delete(oldest!)
  }

  #nameOf(txid: Id, rings: Rings): string {
    const members = rings.flat().flatMap(({ key, commitment }) => [key, commitment])
    return bytesToHex(this.#crypto.keccak256(concatBytes(hexToBytes(txid), ...members)))
  }
}
