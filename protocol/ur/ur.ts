/**
 * Uniform resources (UR): bytes as texts for QR codes. A long message is split into parts, which are shown one after
 * the other. Later parts mix several fragments, so that a receiver who missed some needs no whole second round.
 *
 * This is own code, because the package for it has bounds neither for memory nor for time, and needs eight more
 * packages and Node's `Buffer`. Tests compare both.
 *
 * @module
 * @see BCR-2020-005, BCR-2024-001
 */
import { crc32 } from '../crc32.ts'
import { decodeBytewords, encodeBytewords } from './bytewords.ts'
import { readNumbersAndBytes, writeByteString, writeNumbersAndBytes } from './cbor.ts'
import { FragmentChooser } from './fragment-chooser.ts'

/** Longest message in bytes. More takes too long by camera. */
export const mostUrBytes = 2 ** 20
/** Most fragments of a message. */
export const mostUrFragments = 2 ** 12

export type UrPart = {
  /** From 1; above `count`, fragments are mixed. */
  sequence: number
  /** Number of the message's fragments. */
  count: number
  /** Of the message, in bytes. */
  length: number
  /** CRC-32 of the message. */
  checksum: number
  /** One fragment, or several combined with XOR. */
  bytes: Uint8Array
}

/** A whole message or a part of one. */
type Ur = { type: string; message: Uint8Array } | { type: string; part: UrPart }

/** Writes a byte string as parts. */
export class UrWriter {
  /** Number of fragments: so many parts contain the message, if none is missed. */
  readonly count: number
  readonly #type: string
  readonly #message: Uint8Array
  readonly #fragmentLength: number
  readonly #checksum: number
  readonly #chooser: FragmentChooser

  /**
   * @param mostFragmentBytes - A smaller fragment makes a QR code that is easier to read, and more of them.
   * @throws RangeError for more than {@link mostUrBytes}.
   */
  constructor(type: string, bytes: Uint8Array, mostFragmentBytes: number) {
    const message = writeByteString(bytes)
    if (message.length > mostUrBytes)
      throw new RangeError(`bytes: expected at most ${mostUrBytes}, got ${message.length}`)
    const most = Math.max(mostFragmentBytes, Math.ceil(message.length / mostUrFragments))
    this.#fragmentLength = Math.ceil(message.length / Math.ceil(message.length / most))
    this.count = Math.ceil(message.length / this.#fragmentLength)
    this.#type = type
    this.#message = message
    this.#checksum = crc32(message)
    this.#chooser = new FragmentChooser(this.count)
  }

  /** @param sequence - From 1. @returns Upper case, for the denser alphanumeric mode of QR codes. */
  part(sequence: number): string {
    const path =
      this.count === 1
        ? encodeBytewords(this.#message)
        : `${sequence}-${this.count}/${encodeBytewords(this.#part(sequence))}`
    return `ur:${this.#type}/${path}`.toUpperCase()
  }

  #part(sequence: number): Uint8Array {
    const mixed = new Uint8Array(this.#fragmentLength)
    for (const index of this.#chooser.choose(sequence, this.#checksum)) {
      const start = index * this.#fragmentLength
      const fragment = this.#message.subarray(start, start + this.#fragmentLength)
      fragment.forEach((byte, i) => (mixed[i]! ^= byte))
    }
    const numbers = [sequence, this.count, this.#message.length, this.#checksum]
    return writeNumbersAndBytes(numbers, mixed)
  }
}

const form = /^ur:([a-z0-9-]{1,64})\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]+)$/

/** Reads the text of one QR code: another text is no UR, a UR with a wrong checksum or count is damaged. */
export function readUr(text: string): Ur | 'no-ur' | 'damaged' {
  const lower = text.trim().toLowerCase()
  if (!lower.startsWith('ur:')) return 'no-ur'
  const [, type, sequence, count, body] = form.exec(lower) ?? []
  const bytes = body === undefined ? undefined : decodeBytewords(body)
  if (type === undefined || !bytes) return 'damaged'
  if (sequence === undefined) return { type, message: bytes }
  const part = readPart(bytes)
  if (part?.sequence !== Number(sequence) || part.count !== Number(count)) return 'damaged'
  return { type, part }
}

function readPart(cbor: Uint8Array): UrPart | undefined {
  const read = readNumbersAndBytes(cbor, 4)
  if (!read) return undefined
  const { numbers, bytes } = read
  const [sequence, count, length, checksum] = numbers as [number, number, number, number]
  // All fragments are as long as the first; only the last one may be filled up.
  const fills = length > (count - 1) * bytes.length && length <= count * bytes.length
  return sequence > 0 && count > 0 && fills
    ? { sequence, count, length, checksum, bytes }
    : undefined
}
