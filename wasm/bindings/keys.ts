/**
 * Keys of outputs and subaddresses, and the amounts they hide, through the module.
 *
 * @module
 */
import { checkAmount, checkInteger, required } from '../fallback/arguments.ts'
import type { Crypto } from '../types.ts'
import type { Machine } from './memory.ts'

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
  | 'subaddressSecret'
  | 'keyImage'
  | 'commit'
  | 'commitmentMask'
  | 'xorAmount'
>

const max32 = 0xffffffff
/** Subaddresses that the module makes in one call. */
const atOnce = 1024

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

  const spendKeys = (
    viewSecret: Uint8Array,
    spendPublic: Uint8Array,
    account: number,
    first: number,
    count: number,
  ) =>
    call(({ put, space, take }) => {
      const o = space(32 * count)
      const [view, spend] = [put('viewSecret', viewSecret), put('spendPublic', spendPublic)]
      const fine = exports.subaddressSpendKeys(o, view, spend, account, first, count)
      return required('spendPublic', 'a point', fine ? take(o, 32 * count) : undefined)
    })

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

    subaddressSpendKeys(viewSecret, spendPublic, account, first, count) {
      checkInteger('account', account, max32)
      checkInteger('first', first, max32)
      checkInteger('count', count, max32 + 1 - first)
      const result = new Uint8Array(32 * count)
      for (let at = 0; at < count; at += atOnce) {
        const size = Math.min(atOnce, count - at)
        result.set(spendKeys(viewSecret, spendPublic, account, first + at, size), 32 * at)
      }
      return result
    },
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
