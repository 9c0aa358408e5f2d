/**
 * CryptoNight's memory-hard part through the module.
 *
 * @module
 */
import type { Crypto } from '../types.ts'
import type { Machine } from './memory.ts'

export const slowWork = ({ exports, call }: Machine): Pick<Crypto, 'cryptonight'> => ({
  cryptonight: (state, keys, tables) =>
    call(({ put, take }) => {
      const s = put('state', state, 200)
      exports.cryptonight(s, put('keys', keys, 320), put('tables', tables, 4096))
      return take(s, 200)
    }),
})
