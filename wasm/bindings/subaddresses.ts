/**
 * Spend keys of subaddresses through a module.
 *
 * @module
 */
import { checkInteger, required } from '../fallback/arguments.ts'
import type { Crypto } from '../types.ts'
import type { Exports } from './exports.ts'
import type { Call } from './memory.ts'

const max32 = 0xffffffff
/** Subaddresses that a module makes in one call. */
const atOnce = 1024

/** Over the memory of a module that makes them. */
export function subaddressesOver(
  call: Call,
  exports: Pick<Exports, 'subaddressSpendKeys'>,
): Crypto['subaddressSpendKeys'] {
  return (viewSecret, spendPublic, account, first, count) => {
    checkInteger('account', account, max32)
    checkInteger('first', first, max32)
    checkInteger('count', count, max32 + 1 - first)
    const result = new Uint8Array(32 * count)
    for (let at = 0; at < count; at += atOnce) {
      const size = Math.min(atOnce, count - at)
      const keys = call(({ put, space, take }) => {
        const o = space(32 * size)
        const [view, spend] = [put('viewSecret', viewSecret), put('spendPublic', spendPublic)]
        const fine = exports.subaddressSpendKeys(o, view, spend, account, first + at, size)
        return required('spendPublic', 'a point', fine ? take(o, 32 * size) : undefined)
      })
      result.set(keys, 32 * at)
    }
    return result
  }
}
