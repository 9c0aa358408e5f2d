/**
 * Real bytes with a few things wrong.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'

type Mutation = {
  kind: 'flip' | 'set' | 'drop' | 'insert' | 'cut' | 'double'
  at: number
  byte: number
}

// Structure is at the front and around the proofs' lengths; most of the rest is keys.
const place = fc.oneof(
  { arbitrary: fc.nat(9999), weight: 2 },
  { arbitrary: fc.nat(999), weight: 1 },
)

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('flip', 'flip', 'set', 'set', 'drop', 'insert', 'cut', 'double'),
  at: place,
  byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 3, 6, 0x7f, 0x80, 0xff)),
})

function apply(bytes: Uint8Array, { kind, at, byte }: Mutation): Uint8Array {
  const offset = Math.floor((at * bytes.length) / 10_000)
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)]
  switch (kind) {
    case 'flip':
      return bytes.map((old, i) => (i === offset ? old ^ (1 << (byte & 7)) : old))
    case 'set':
      return bytes.map((old, i) => (i === offset ? byte : old))
    case 'drop':
      return concatBytes(before, after.subarray(1))
    case 'insert':
      return concatBytes(before, Uint8Array.of(byte), after)
    case 'cut':
      return before.slice()
    case 'double':
      return concatBytes(before, after.subarray(0, byte), after)
  }
}

/** One of `originals` with one to three mutations. */
export const mutated = (originals: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...originals), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([bytes, mutations]) => mutations.reduce(apply, bytes))
