/**
 * Outputs for tests that look at no key.
 *
 * @module
 */
import type { Ring } from '../../../worker/engine/tx/ring.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'

let made = 0

/** Begins again with the first output. */
export function forgetOutputs(): void {
  made = 0
}

/** An unspent output of the primary address, unlike any other made here. */
export function someOutput(given: Partial<OutputRecord> = {}): OutputRecord {
  const name = (++made).toString(16).padStart(64, '0')
  return {
    key: name,
    txid: name,
    indexInTx: 0,
    globalIndex: BigInt(made),
    amount: 1_000_000_000_000n,
    mask: new Uint8Array(32),
    ringct: true,
    coinbase: false,
    txPublicKey: new Uint8Array(32),
    subaddress: { account: 0, address: 0 },
    keyImage: name,
    height: BigInt(made),
    timestamp: 0n,
    unlockTime: 0n,
    frozen: false,
    txSize: 1500,
    ...given,
  }
}

/** A ring of `size` in which nothing but the indices is true. */
export function someRing({ globalIndex }: OutputRecord, size = 16): Ring {
  const blank = new Uint8Array(32)
  const first = Math.max(0, Number(globalIndex) - 5)
  const members = Array.from({ length: size }, (_, i) => ({
    globalIndex: first + i,
    key: blank,
    commitment: blank,
  }))
  return { members, realIndex: Number(globalIndex) - first }
}
