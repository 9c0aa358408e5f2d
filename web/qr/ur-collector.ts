/**
 * Collects the parts of an animated QR code, in any order and with gaps.
 *
 * @module
 */
import { crc32 } from '#protocol/crc32.ts'
import { readByteString } from '#protocol/ur/cbor.ts'
import { FragmentChooser } from '#protocol/ur/fragment-chooser.ts'
import { mostUrBytes, mostUrFragments, readUr, type UrPart } from '#protocol/ur/ur.ts'

export type UrContent = { type: string; bytes: Uint8Array<ArrayBuffer> }

/** Why the text of a code was not used. */
export type UrRefusal = 'no-ur' | 'damaged' | 'other-type' | 'other-message' | 'too-large'

/**
 * Solves the parts as equations: each is the XOR of some fragments. At most one equation is kept for a fragment, so
 * memory and the time for a part are bounded, and no more parts are needed than the information requires.
 */
class Equations {
  readonly part: UrPart
  readonly #chooser: FragmentChooser
  /** Words of a row that say which fragments it contains. Their combined bytes follow. */
  readonly #markWords: number
  /** By the fragment that only this row contains. */
  readonly #rows: (Uint32Array | undefined)[]
  solved = 0

  constructor(part: UrPart) {
    this.part = part
    this.#chooser = new FragmentChooser(part.count)
    this.#markWords = Math.ceil(part.count / 32)
    this.#rows = Array<undefined>(part.count).fill(undefined)
  }

  /** Whether the part belongs to the same message. */
  fits({ count, length, checksum, bytes }: UrPart): boolean {
    const { part } = this
    return (
      part.count === count &&
      part.length === length &&
      part.checksum === checksum &&
      part.bytes.length === bytes.length
    )
  }

  /** @returns False for a part that contradicts the others. */
  add({ sequence, checksum, bytes }: UrPart): boolean {
    const row = new Uint32Array(this.#markWords + Math.ceil(bytes.length / 4))
    this.#bytesOf(row).set(bytes)
    for (const index of this.#chooser.choose(sequence, checksum)) row[index >>> 5]! ^= bit(index)
    this.#rows.forEach((known, index) => {
      if (known && contains(row, index)) combine(row, known)
    })
    const pivot = this.#rows.findIndex((_, index) => contains(row, index))
    if (pivot < 0) return row.every((word) => word === 0)
    for (const known of this.#rows) if (known && contains(known, pivot)) combine(known, row)
    this.#rows[pivot] = row
    this.solved += 1
    return true
  }

  /** The message, after all fragments are solved. */
  message(): Uint8Array {
    const { length, bytes } = this.part
    const message = new Uint8Array(this.#rows.length * bytes.length)
    this.#rows.forEach((row, index) => message.set(this.#bytesOf(row!), index * bytes.length))
    return message.subarray(0, length)
  }

  #bytesOf(row: Uint32Array): Uint8Array {
    return new Uint8Array(row.buffer, 4 * this.#markWords, this.part.bytes.length)
  }
}

const bit = (index: number) => 1 << (index & 31)
const contains = (row: Uint32Array, index: number) => (row[index >>> 5]! & bit(index)) !== 0

function combine(row: Uint32Array, other: Uint32Array) {
  for (let i = 0; i < row.length; i++) row[i]! ^= other[i]!
}

/** Collects one message of the given types. */
export class UrCollector {
  readonly #types: readonly string[]
  #type: string | undefined
  #equations: Equations | undefined
  #content: UrContent | undefined

  /** @param types - In lower case, such as `xmr-output`. */
  constructor(types: readonly string[]) {
    this.#types = types
  }

  /** The collected message, once it is complete. */
  get content(): UrContent | undefined {
    return this.#content
  }

  /** How much of the message is known: from 0 to 1. */
  get progress(): number {
    if (this.#content) return 1
    return this.#equations ? this.#equations.solved / this.#equations.part.count : 0
  }

  /** Forgets all parts. */
  clear() {
    this.#type = undefined
    this.#equations = undefined
    this.#content = undefined
  }

  /** Takes the text of one code. @returns Why it is not used. */
  receive(text: string): UrRefusal | undefined {
    if (this.#content) return undefined
    const ur = readUr(text)
    if (typeof ur === 'string') return ur
    if (!this.#types.includes(ur.type)) return 'other-type'
    if ('message' in ur) return this.#finish(ur.type, ur.message)
    const { part } = ur
    if (part.length > mostUrBytes || part.count > mostUrFragments) return 'too-large'
    this.#type ??= ur.type
    this.#equations ??= new Equations(part)
    if (this.#type !== ur.type || !this.#equations.fits(part)) return 'other-message'
    if (!this.#equations.add(part)) return this.#damaged()
    if (this.#equations.solved < part.count) return undefined
    const message = this.#equations.message()
    return crc32(message) === part.checksum ? this.#finish(ur.type, message) : this.#damaged()
  }

  /** One of the parts is false. It is unknown which. */
  #damaged(): UrRefusal {
    this.clear()
    return 'damaged'
  }

  #finish(type: string, message: Uint8Array): UrRefusal | undefined {
    const bytes = readByteString(message)
    if (!bytes) return this.#damaged()
    this.#content = { type, bytes }
    return undefined
  }
}
