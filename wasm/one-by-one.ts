/**
 * Many public keys, one after another: also how the crypto module takes them.
 *
 * @module
 */
import type { Crypto } from './types.ts'

export type ManyKeys = Pick<Crypto, 'keyDerivations' | 'areInMainSubgroup'>

/** By what answers for a single one. */
export const oneByOne = ({
  keyDerivation,
  isInMainSubgroup,
}: Pick<Crypto, 'keyDerivation' | 'isInMainSubgroup'>): ManyKeys => ({
  keyDerivations: (publicKeys, secret) => publicKeys.map((key) => keyDerivation(key, secret)),
  areInMainSubgroup: (points) => points.every(isInMainSubgroup),
})
