/**
 * Keys of subaddresses.
 *
 * @see monero src/device/device_default.cpp get_subaddress_spend_public_keys
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { checkInteger, checkLength, maxIndex } from '../arguments.ts'
import { decodeOwn, encode, G, multiply } from './points.ts'
import { hashToScalar, readInteger, reduce, writeScalar } from './scalars.ts'

const domain = utf8ToBytes('SubAddr\0')

/** @see monero src/device/device_default.cpp get_subaddress_secret_key */
export const subaddressSecret = (viewSecret: Uint8Array, account: number, index: number) =>
  writeScalar(subaddressScalar(viewSecret, account, index))

function subaddressScalar(viewSecret: Uint8Array, account: number, index: number): bigint {
  checkLength('viewSecret', viewSecret, 32)
  checkInteger('account', account, maxIndex)
  checkInteger('index', index, maxIndex)
  const indices = new Uint8Array(8)
  const view = new DataView(indices.buffer)
  view.setUint32(0, account, true)
  view.setUint32(4, index, true)
  return hashToScalar(domain, viewSecret, indices)
}

/** Keys of `first .. first + count - 1`, 32 bytes each; (0, 0) is `spendPublic` itself. */
export function subaddressSpendKeys(
  viewSecret: Uint8Array,
  spendPublic: Uint8Array,
  account: number,
  first: number,
  count: number,
): Uint8Array {
  const spend = decodeOwn('spendPublic', spendPublic)
  return keysOf(first, count, (index) => {
    const scalar = subaddressScalar(viewSecret, account, index)
    const isPrimary = account === 0 && index === 0
    return isPrimary ? spendPublic : encode(spend.add(multiply(scalar, G)))
  })
}

/** View keys of the same, (0, 0) included; `viewTimesSpend` is the view secret times the spend key. */
export function subaddressViewKeys(
  viewSecret: Uint8Array,
  viewTimesSpend: Uint8Array,
  account: number,
  first: number,
  count: number,
): Uint8Array {
  const base = decodeOwn('viewTimesSpend', viewTimesSpend)
  const secret = readInteger('viewSecret', viewSecret)
  return keysOf(first, count, (index) => {
    const scalar = reduce(secret * subaddressScalar(viewSecret, account, index))
    return encode(base.add(multiply(scalar, G)))
  })
}

function keysOf(first: number, count: number, keyOf: (index: number) => Uint8Array): Uint8Array {
  checkInteger('first', first, maxIndex)
  checkInteger('count', count, maxIndex + 1 - first)
  const keys = new Uint8Array(32 * count)
  for (let i = 0; i < count; i++) keys.set(keyOf(first + i), 32 * i)
  return keys
}
