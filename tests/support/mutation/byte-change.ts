/**
 * One thing wrong with bytes.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'

/** `at` is where, in ten-thousandths of the length. */
export type Mutation = SmallMutation | { kind: 'put' | 'over'; at: number; piece: Uint8Array }

export type SmallMutation = {
  kind: 'flip' | 'set' | 'drop' | 'insert' | 'cut' | 'double'
  at: number
  byte: number
}

/** The bytes with one thing wrong; the given ones are left as they are. */
export function apply(bytes: Uint8Array, mutation: Mutation): Uint8Array {
  const offset = Math.floor((mutation.at * bytes.length) / 10_000)
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)]
  switch (mutation.kind) {
    case 'flip':
      return changed(bytes, offset, (old) => old ^ (1 << (mutation.byte & 7)))
    case 'set':
      return changed(bytes, offset, () => mutation.byte)
    case 'drop':
      return concatBytes(before, after.subarray(1))
    case 'insert':
      return concatBytes(before, Uint8Array.of(mutation.byte), after)
    case 'cut':
      return before.slice()
    case 'double':
      return concatBytes(before, after.subarray(0, mutation.byte), after)
    case 'put':
      return concatBytes(before, mutation.piece, after)
    case 'over':
      return concatBytes(before, mutation.piece, after.subarray(mutation.piece.length))
  }
}

function changed(bytes: Uint8Array, at: number, to: (old: number) => number): Uint8Array {
  const copy = bytes.slice()
  if (at < copy.length) copy[at] = to(copy[at]!)
  return copy
}
