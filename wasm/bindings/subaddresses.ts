/**
 * Keys of subaddresses through a module.
 *
 * @module
 */
import { checkInteger, required } from '../arguments.ts'
import type { Crypto } from '../types.ts'
import type { CryptoExports } from './exports.ts'
import type { Call } from './memory.ts'

/** The functions that a module accelerates. */
export type SubaddressKeys = Pick<Crypto, 'subaddressSpendKeys' | 'subaddressViewKeys'>

const max32 = 0xffffffff
/** Subaddresses per call of the module. */
const atOnce = 1024

/** Over the memory of a module with these functions. */
export function subaddressesOver(
  call: Call,
  exports: Pick<CryptoExports, 'subaddressKeys'>,
): SubaddressKeys {
  const keys =
    (nameOfBase: string, timesView: number): Crypto['subaddressSpendKeys'] =>
    (viewSecret, base, account, first, count) => {
      checkInteger('account', account, max32)
      checkInteger('first', first, max32)
      checkInteger('count', count, max32 + 1 - first)
      const result = new Uint8Array(32 * count)
      for (let at = 0; at < count; at += atOnce) {
        const size = Math.min(atOnce, count - at)
        const some = call(({ put, space, take }) => {
          const o = space(32 * size)
          const [view, point] = [put('viewSecret', viewSecret), put(nameOfBase, base)]
          const fine = exports.subaddressKeys(o, view, point, account, first + at, size, timesView)
          return required(nameOfBase, 'a point', fine ? take(o, 32 * size) : undefined)
        })
        result.set(some, 32 * at)
      }
      return result
    }
  const spendKeys = keys('spendPublic', 0)
  return {
    // The subaddress 0/0 is the main address: its spend key is the public spend key itself.
    subaddressSpendKeys(viewSecret, spendPublic, account, first, count) {
      const result = spendKeys(viewSecret, spendPublic, account, first, count)
      if (account === 0 && first === 0 && count > 0) result.set(spendPublic)
      return result
    },
    subaddressViewKeys: keys('viewTimesSpend', 1),
  }
}
