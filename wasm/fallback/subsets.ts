/**
 * Sums of random subsets of points: see `assembly/subsets.ts`, which makes the same choices.
 *
 * @module
 */
import type { Crypto, RandomBytes } from '../types.ts'
import { checkLength } from '../arguments.ts'
import { decode, decodeOwn, encode, identity } from './points.ts'

const subsets = 64
const together = 64

export function subsetSums(random: RandomBytes): Pick<Crypto, 'addToSubsets' | 'subsetSums'> {
  return {
    addToSubsets(points, before) {
      const sums = before ? rowsOf(before).map((row) => decodeOwn('before', row)) : nothing()
      for (let at = 0; at < points.length; at += together) {
        const some = points.slice(at, at + together)
        const choices = random((subsets / 8) * some.length)
        for (const [i, each] of some.entries()) {
          const point = decode(`points[${at + i}]`, each)
          if (!point) return undefined
          const own = choices.subarray((subsets / 8) * i)
          for (const [bit, sum] of sums.entries())
            if ((own[bit >> 3]! >> (bit & 7)) & 1) sums[bit] = sum.add(point)
        }
      }
      const bytes = new Uint8Array(32 * subsets)
      for (const [i, sum] of sums.entries()) bytes.set(encode(sum), 32 * i)
      return bytes
    },
    subsetSums: rowsOf,
  }
}

const nothing = () => Array.from({ length: subsets }, () => identity)

function rowsOf(sums: Uint8Array): Uint8Array[] {
  checkLength('sums', sums, 32 * subsets)
  return Array.from({ length: subsets }, (_, i) => sums.slice(32 * i, 32 * (i + 1)))
}
