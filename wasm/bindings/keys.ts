/**
 * Keys of outputs and subaddresses, and hidden amounts, through the module.
 *
 * @module
 */
import { checkAmount, checkInteger } from '../arguments.ts'
import type { Crypto } from '../types.ts'
import type { Machine } from './memory.ts'
import { subaddressesOver } from './subaddresses.ts'

type Part = Pick<
  Crypto,
  | 'publicKey'
  | 'keyDerivation'
  | 'derivationToScalar'
  | 'derivePublicKey'
  | 'deriveSecretKey'
  | 'deriveSubaddressPublicKey'
  | 'deriveViewTag'
  | 'subaddressSpendKeys'
  | 'subaddressViewKeys'
  | 'subaddressSecret'
  | 'keyImage'
  | 'commit'
  | 'commitmentMask'
  | 'xorAmount'
>

const max32 = 0xffffffff

export function keys({ exports, call, bytes, maybeBytes }: Machine): Part {
  const offsetKey = (
    name: string,
    base: Uint8Array,
    derivation: Uint8Array,
    index: number,
    subtract: number,
  ) => {
    checkInteger('index', index, max32)
    return maybeBytes((o, { put }) =>
      exports.offsetKey(o, put(name, base), put('derivation', derivation), index, subtract),
    )
  }

  return {
    publicKey: (secret) =>
      maybeBytes((o, { put }) => {
        const s = put('secret', secret)
        exports.multiplyBase(o, s)
        return exports.isCanonicalScalar(s)
      }),
    keyDerivation: (publicKey, secret) =>
      maybeBytes((o, { put }) =>
        exports.keyDerivation(o, put('publicKey', publicKey), put('secret', secret)),
      ),
    derivationToScalar(derivation, index) {
      checkInteger('index', index, max32)
      return bytes((o, { put }) =>
        exports.derivationToScalar(o, put('derivation', derivation), index),
      )
    },
    derivePublicKey: (derivation, index, base) => offsetKey('base', base, derivation, index, 0),
    deriveSecretKey(derivation, index, base) {
      checkInteger('index', index, max32)
      return bytes((o, { put }) => {
        exports.derivationToScalar(o, put('derivation', derivation), index)
        exports.scalarAdd(o, o, put('base', base))
      })
    },
    deriveSubaddressPublicKey: (outputKey, derivation, index) =>
      offsetKey('outputKey', outputKey, derivation, index, 1),
    deriveViewTag(derivation, index) {
      checkInteger('index', index, max32)
      return call(({ put }) => exports.viewTag(put('derivation', derivation), index))
    },

    ...subaddressesOver(call, exports),
    subaddressSecret(viewSecret, account, index) {
      checkInteger('account', account, max32)
      checkInteger('index', index, max32)
      return bytes((o, { put }) =>
        exports.subaddressSecret(o, put('viewSecret', viewSecret), account, index),
      )
    },
    keyImage: (publicKey, secret) =>
      bytes((o, { put }) =>
        exports.keyImage(o, put('publicKey', publicKey), put('secret', secret)),
      ),

    commit(amount, mask) {
      checkAmount('amount', amount)
      return bytes((o, { put }) => exports.commit(o, amount, put('mask', mask)))
    },
    commitmentMask: (sharedSecret) =>
      bytes((o, { put }) => exports.commitmentMask(o, put('sharedSecret', sharedSecret))),
    xorAmount: (amount8, sharedSecret) =>
      call(({ put, space, take }) => {
        const o = space(8)
        exports.xorAmount(o, put('amount8', amount8, 8), put('sharedSecret', sharedSecret))
        return take(o, 8)
      }),
  }
}
