/**
 * Batch functions as loops over the functions for one key; the crypto module uses them too.
 *
 * @module
 */
import type { Crypto } from './types.ts'

export type ManyKeys = Pick<Crypto, 'keyDerivations' | 'areInMainSubgroup'>

/** From the functions for one key. */
export const oneByOne = ({
  keyDerivation,
  isInMainSubgroup,
}: Pick<Crypto, 'keyDerivation' | 'isInMainSubgroup'>): ManyKeys => ({
  keyDerivations: (publicKeys, secret) => publicKeys.map((key) => keyDerivation(key, secret)),
  areInMainSubgroup: (points) => points.every(isInMainSubgroup),
})
