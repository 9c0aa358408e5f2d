/**
 * Transactions as a scan needs them: the offsets of their keys; all else is skipped.
 *
 * It accepts the same bytes as `transaction.ts`, which also names the error. This one allocates no object
 * for each field: a scan of the whole chain could not afford them.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic.h transaction_prefix
 */
import { additionalKeys, parseExtra, publicKeys } from './extra.ts'

/**
 * Offsets of the keys of transactions, in columns.
 *
 * The rows of a transaction are those from its `first` number up to that of the next.
 */
export type KeyPlaces = {
  /** Row of each transaction's first output. */
  firstOutput: number[]
  /** One-time key of each output. */
  outputs: number[]
  /** View tag of each output, -1 for one without. */
  viewTags: number[]
  /** Row of each transaction's first key image. */
  firstKeyImage: number[]
  keyImages: number[]
  extras: number[]
  extraEnds: number[]
  /** Fee of each transaction in piconero; not a safe integer where it, or an amount in the clear, is too large. */
  fees: number[]
  /** Ends of the prefix and of the RingCT base, which is monero's unprunable part. */
  prefixEnds: number[]
  baseEnds: number[]
}

/** Reads consecutive transactions. */
export class Skim {
  readonly places: KeyPlaces = {
    firstOutput: [],
    outputs: [],
    viewTags: [],
    firstKeyImage: [],
    keyImages: [],
    extras: [],
    extraEnds: [],
    fees: [],
    prefixEnds: [],
    baseEnds: [],
  }
  readonly #bytes: Uint8Array
  #at = 0
  #end = 0
  /** Sums of the amounts in the clear of inputs and of outputs. */
  #paid = 0
  #received = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /**
   * Reads one transaction as far as its RingCT base.
   *
   * The signatures of a whole version 1 transaction are skipped too. The bytes after the base of a whole
   * version 2 transaction are not read.
   *
   * @param end - End of its bytes, or of the structure that contains it.
   * @returns Whether it is well formed so far; if not, `places` must not be used.
   */
  transaction(at: number, end: number, pruned: boolean): boolean {
    const { places } = this
    this.#at = at
    this.#end = end
    places.firstOutput.push(places.outputs.length)
    places.firstKeyImage.push(places.keyImages.length)
    const version = this.#byte()
    if (version !== 1 && version !== 2) return false
    if (!this.#skipVarints(1)) return false
    const inputs = this.#count()
    this.#paid = this.#received = 0
    const members = this.#inputs(inputs)
    if (members < 0) return false
    const outputs = this.#count()
    if (!this.#outputs(outputs) || !this.#extra()) return false
    places.prefixEnds.push(this.#at)
    if (version === 1) {
      places.fees.push(feeBetween(this.#paid, this.#received))
      if (!pruned && !this.#skip(64 * members)) return false
    } else if (inputs === 0) places.fees.push(0)
    else if (!this.#base(inputs, outputs)) return false
    places.baseEnds.push(this.#at)
    return true
  }

  /** The next byte; -1 at the end. */
  #byte(): number {
    return this.#at < this.#end ? this.#bytes[this.#at++]! : -1
  }

  #skip(size: number): boolean {
    this.#at += size
    return this.#at <= this.#end
  }

  /** A varint; -1 for a malformed one. Exact up to 2^53, and above 2^53 never below it. */
  #count(): number {
    const from = this.#at
    if (!this.#skipVarints(1)) return -1
    let value = 0
    for (let at = this.#at - 1; at >= from; at--) value = value * 128 + (this.#bytes[at]! & 0x7f)
    return value
  }

  // At most ten bytes, the tenth 1; only the first may be zero. @see Reader.varint
  #skipVarints(count: number): boolean {
    const bytes = this.#bytes
    const end = this.#end
    let at = this.#at
    for (let left = count; left > 0; left--) {
      const from = at
      while (at < end && bytes[at]! >= 0x80) at++
      if (at >= end) return false
      const last = bytes[at]!
      if (at > from && (last === 0 || at > from + 9 || (at === from + 9 && last > 1))) return false
      at++
    }
    this.#at = at
    return true
  }

  /** @returns The number of their ring members; -1 if malformed. */
  #inputs(count: number): number {
    if (count < 0) return -1
    let members = 0
    for (let i = 0; i < count; i++) {
      const tag = this.#byte()
      if (tag === 0xff) {
        if (!this.#skipVarints(1)) return -1
        continue
      }
      if (tag !== 2) return -1
      const amount = this.#count()
      if (amount < 0) return -1
      this.#paid += amount
      const ring = this.#count()
      if (ring < 0 || !this.#skipVarints(ring)) return -1
      members += ring
      this.places.keyImages.push(this.#at)
      if (!this.#skip(32)) return -1
    }
    return members
  }

  #outputs(count: number): boolean {
    if (count < 0) return false
    const { outputs, viewTags } = this.places
    for (let i = 0; i < count; i++) {
      const amount = this.#count()
      if (amount < 0) return false
      this.#received += amount
      const tag = this.#byte()
      if (tag !== 2 && tag !== 3) return false
      outputs.push(this.#at)
      if (!this.#skip(32)) return false
      const viewTag = tag === 3 ? this.#byte() : -1
      if (tag === 3 && viewTag < 0) return false
      viewTags.push(viewTag)
    }
    return true
  }

  #extra(): boolean {
    const size = this.#count()
    if (size < 0) return false
    this.places.extras.push(this.#at)
    if (!this.#skip(size)) return false
    this.places.extraEnds.push(this.#at)
    return true
  }

  // @see readRingCtBase
  #base(inputs: number, outputs: number): boolean {
    const type = this.#byte()
    if (type < 0 || type > 6) return false
    const fee = type === 0 ? 0 : this.#count()
    if (fee < 0) return false
    this.places.fees.push(fee)
    if (type === 0) return true
    const hidden = type >= 4 ? 8 : 64
    return this.#skip((type === 2 ? 32 * inputs : 0) + (hidden + 32) * outputs)
  }
}

/** Undefined as a safe integer where a sum is not exact. */
const feeBetween = (paid: number, received: number): number =>
  Number.isSafeInteger(paid) && Number.isSafeInteger(received) ? paid - received : Infinity

/** Offsets of a transaction's public keys: its own in order, and those of its outputs. */
export type PublicKeyPlaces = { own: readonly number[]; additional: readonly number[] }

/** Finds the keys in an extra. @see publicKeys, additionalKeys */
export function skimExtra(bytes: Uint8Array, from: number, end: number): PublicKeyPlaces {
  const own: number[] = []
  let additional: number[] | undefined
  let at = from
  while (at < end) {
    const tag = bytes[at]!
    const size = at + 1 < end ? bytes[at + 1]! : end
    if (tag === 1 && at + 33 <= end) {
      own.push(at + 1)
      at += 33
    } else if (tag === 2 && size < 0x80 && at + 2 + size <= end) {
      at += 2 + size
    } else if (tag === 4 && size < 0x80 && at + 2 + 32 * size <= end) {
      additional ??= Array.from({ length: size }, (_, i) => at + 2 + 32 * i)
      at += 2 + 32 * size
    } else return uncommonExtra(bytes, from, end)
  }
  return { own, additional: additional ?? none }
}

const none: readonly number[] = []

// Other fields, and arbitrary bytes.
function uncommonExtra(bytes: Uint8Array, from: number, end: number): PublicKeyPlaces {
  const { fields } = parseExtra(bytes.subarray(from, end))
  const placeOf = (key: Uint8Array) => key.byteOffset - bytes.byteOffset
  return {
    own: publicKeys(fields).map(placeOf),
    additional: additionalKeys(fields).map(placeOf),
  }
}
