/**
 * Changed bytes as a fast-check arbitrary, which shrinks to the change that matters.
 *
 * @module
 */
import fc from 'fast-check'
import { apply, type SmallMutation } from './mutate-bytes.ts'

// Structure is at the front and around the proofs' lengths; most of the rest is keys.
const place = fc.oneof(
  { arbitrary: fc.nat(9999), weight: 2 },
  { arbitrary: fc.nat(999), weight: 1 },
)

const mutation: fc.Arbitrary<SmallMutation> = fc.record({
  kind: fc.constantFrom('flip', 'flip', 'set', 'set', 'drop', 'insert', 'cut', 'double'),
  at: place,
  byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 2, 3, 6, 0x7f, 0x80, 0xff)),
})

/** One of `originals` with one to three mutations. */
export const mutated = (originals: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...originals), fc.array(mutation, { minLength: 1, maxLength: 3 }))
    .map(([bytes, mutations]) => mutations.reduce(apply, bytes))
